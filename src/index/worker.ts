/** The thread of a build worker. */
import { setFlagsFromString } from 'node:v8';
import { makeBuildTasks } from './build-tasks.ts';
import { serve } from '../base/worker-link.ts';

// Workers live for seconds, and V8 compiles the same code for each of them. Inlining as much as by default costs more
// time than it saves, so this sets a third of the default. The flag applies to the full process.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');

serve(makeBuildTasks());
