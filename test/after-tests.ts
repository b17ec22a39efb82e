/**
 * Clean-up for helper modules. Test files share a worker, which loads a helper only once: a hook that the helper
 * registers itself would only run for the first file. `setup.ts` calls these functions for every file.
 */
type CleanUp = () => unknown;

const afterTest: CleanUp[] = [];
const afterFile: CleanUp[] = [];

/** Calls `cleanUp` after every test. If it throws, the test fails. */
export const afterEveryTest = (cleanUp: CleanUp): number => afterTest.push(cleanUp);

/** Calls `cleanUp` after the last test of every file. */
export const afterEveryFile = (cleanUp: CleanUp): number => afterFile.push(cleanUp);

export async function cleanUpTest(): Promise<void> {
  for (const cleanUp of afterTest) await cleanUp();
}

export async function cleanUpFile(): Promise<void> {
  for (const cleanUp of afterFile) await cleanUp();
}
