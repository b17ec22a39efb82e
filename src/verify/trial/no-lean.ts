/** No Lean at all: every file is taken to compile, and no candidate is looked at. What comes of it is never a verdict. */
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import type { Judge } from '../audit/judge.ts';
import type { CheckMode, Hint } from './check-mode.ts';
import type { ColdLean } from './cold.ts';

const WORDS = 'it was not to be checked';
const UNASKED: Hint = { kind: 'unchecked', why: 'notAsked', detail: WORDS };

export const NO_INSTALLATION: LeanInstallation = {
  lean: '',
  lake: null,
  version: { text: 'none: nothing was checked', major: 0, minor: 0, patch: 0, generation: 'current' },
  environment: {},
  options: [],
  projectRoot: null,
  toolchain: null,
  searchPath: [],
  readable: [],
};

export const NO_LEAN: ColdLean = {
  run: () => Promise.resolve({ kind: 'ended', diagnostics: [] }),
  headerFailure: () => Promise.resolve(null),
  close: () => Promise.resolve(),
};

/** The gate still refuses what no candidate may be; that is not asked of Lean. */
export const NO_CHECK: CheckMode = {
  name: 'cold',
  check: (_text, _hole, candidates) => Promise.resolve(candidates.map(() => UNASKED)),
  close: () => Promise.resolve(),
};

export const NO_JUDGE: Pick<Judge, 'candidate' | 'file'> = {
  candidate: () => Promise.resolve({ verdict: { kind: 'unchecked', why: 'notAsked', detail: WORDS }, filling: null }),
  file: () => Promise.resolve({ verdict: { kind: 'unchecked', why: 'notAsked', detail: WORDS }, declarations: [] }),
};
