/** The levels of confinement of a process. Without imports: schemas and the command line read them. */

/** From weakest to strongest. */
export const SANDBOX_LEVELS = ['none', 'limits', 'namespaces', 'bubblewrap'] as const;

export type SandboxLevel = (typeof SANDBOX_LEVELS)[number];
