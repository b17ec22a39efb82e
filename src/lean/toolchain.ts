/** Which Lean checks a file: its project, its toolchain by elan's rules, its Lake, and all that a check needs of them. */

/** `2021`: the old Lean of the tests, with its own names in the API. `current`: 4.8 and later, which has `--json`. */
export type LeanGeneration = '2021' | 'current';

export interface LeanVersion {
  /** As `lean --version` prints it, one line. */
  text: string;
  major: number;
  minor: number;
  patch: number;
  generation: LeanGeneration;
}

export interface LeanInstallation {
  /** Absolute path of the binary that `lake env lean` would run. */
  lean: string;
  /** Absolute path, or null where there is no Lake. */
  lake: string | null;
  version: LeanVersion;
  /** All variables that Lean needs, and no other: those of `lake env`, a few of the user's, never a secret. */
  environment: Record<string, string>;
  /** `leanOptions` of the lakefile as arguments: `-DautoImplicit=false`. */
  options: string[];
  /** Folder with the lakefile or `lean-toolchain` that the file is under, or null. `lean` runs in it. */
  projectRoot: string | null;
  /** As elan names it: `leanprover/lean4:v4.33.0`; null where nothing says so. */
  toolchain: string | null;
  /** Folders of compiled modules, in Lean's order, the toolchain's own last. */
  searchPath: string[];
  /** Folders that a confined Lean must be able to read: toolchain, project, packages. */
  readable: string[];
}

export interface LeanSearch {
  /** `lake`, or the path that the user's settings name. */
  lakeCommand: string;
  /** Folder of elan; it need not exist. */
  elanHome: string;
  /** Folder of the file. */
  folder: string;
  /** The user's variables without secrets. */
  environment: Readonly<Record<string, string>>;
  /** Where answers of Lake are kept, or null to ask each time. */
  cacheFolder: string | null;
  signal: AbortSignal;
}

/** Finds it. Throws a `Failure` (exit `missing`) that says what to type where something is missing. */
export async function findLean(search: LeanSearch): Promise<LeanInstallation> {
  throw new Error(`not built yet: ${search.folder}`);
}
