/** The thread of a worker of the build. */
import { makeBuildTasks } from './build-tasks.ts';
import { serve } from './worker-link.ts';

serve(makeBuildTasks());
