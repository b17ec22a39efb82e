/** How far a build is, for whoever shows it. The core knows no terminal. */

export interface BuildProgress {
  phase: 'read' | 'expand' | 'analyse' | 'write';
  /** Steps over all phases: one a file read, and a share for each of the later ones. */
  done: number;
  total: number;
  filesDone: number;
  filesTotal: number;
  declarations: number;
}

/** Of the time of a build, how much has passed when a phase begins and how much it takes. */
const SHARES = { read: [0, 0.45], expand: [0.45, 0.1], analyse: [0.55, 0.3], write: [0.85, 0.15] } as const;

export function buildProgress(
  counts: Pick<BuildProgress, 'phase' | 'filesDone' | 'filesTotal' | 'declarations'>,
): BuildProgress {
  const [start, length] = SHARES[counts.phase];
  const within = counts.phase === 'read' && counts.filesTotal > 0 ? counts.filesDone / counts.filesTotal : 0;
  return { ...counts, done: Math.round((start + length * within) * 1000), total: 1000 };
}
