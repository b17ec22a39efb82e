/** The thread of a worker of the build. */
import { setFlagsFromString } from 'node:v8';
import { makeBuildTasks } from './build-tasks.ts';
import { serve } from './worker-link.ts';

// Workers live for seconds, and V8 compiles the same code for each of them: at a third of the usual inlining that costs
// less than it gives back. The flag holds for the whole process.
setFlagsFromString('--max-inlined-bytecode-size-cumulative=300');

serve(makeBuildTasks());
