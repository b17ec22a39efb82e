/** Stubs for running without Lean: every file counts as compiling and no candidate is checked. The result is never a verdict. */
import type { LeanInstallation } from '../../lean/toolchain/toolchain.ts';
import type { Judge } from '../audit/judge.ts';
import type { CheckMode, Hint } from './check-mode.ts';
import type { ColdLean } from './cold.ts';

const DETAIL = 'no check was requested';
const NOT_CHECKED: Hint = { kind: 'unchecked', why: 'notAsked', detail: DETAIL };

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

/** The gate, which does not need Lean, still refuses forbidden candidates. */
export const NO_CHECK: CheckMode = {
  name: 'cold',
  check: (_text, _hole, candidates) => Promise.resolve(candidates.map(() => NOT_CHECKED)),
  close: () => Promise.resolve(),
};

export const NO_JUDGE: Pick<Judge, 'candidate' | 'file'> = {
  candidate: () => Promise.resolve({ verdict: { kind: 'unchecked', why: 'notAsked', detail: DETAIL }, filling: null }),
  file: () => Promise.resolve({ verdict: { kind: 'unchecked', why: 'notAsked', detail: DETAIL }, declarations: [] }),
};
