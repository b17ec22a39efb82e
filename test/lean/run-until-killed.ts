/** A lemmahead process to be killed: runs the given script at the given sandbox level, and waits. */
import { runProcess } from '../../src/lean/process/process.ts';
import type { SandboxLevel } from '../../src/lean/process/sandbox-levels.ts';

const [level, scratch, program] = process.argv.slice(2);
await runProcess({
  command: '/bin/sh',
  args: ['-c', program!],
  cwd: scratch!,
  environment: { PATH: '/usr/bin:/bin' },
  timeoutMs: 60_000,
  confinement: { level: level as SandboxLevel, scratch: scratch!, readable: [] },
  signal: new AbortController().signal,
});
