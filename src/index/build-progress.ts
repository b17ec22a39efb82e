/** Progress of a build, independent of how it is shown. */

export interface BuildProgress {
  phase: 'read' | 'expand' | 'analyse' | 'write';
  /** Thousandths of the expected time of all phases. */
  done: number;
  total: number;
  filesDone: number;
  filesTotal: number;
  declarations: number;
}

/** Per phase: the share of the build time before it begins, and the share that it takes. */
const SHARES = { read: [0, 0.45], expand: [0.45, 0.1], analyse: [0.55, 0.3], write: [0.85, 0.15] } as const;

export function buildProgress(
  counts: Pick<BuildProgress, 'phase' | 'filesDone' | 'filesTotal' | 'declarations'>,
): BuildProgress {
  const [start, length] = SHARES[counts.phase];
  const within = counts.phase === 'read' && counts.filesTotal > 0 ? counts.filesDone / counts.filesTotal : 0;
  return { ...counts, done: Math.round((start + length * within) * 1000), total: 1000 };
}
