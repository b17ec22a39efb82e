/** Features tested only with a fake, because no current Lean was available. `doctor` and the docs list them. */

export interface FakeTested {
  what: string;
  /** The fake that was used, and its source. */
  shownWith: string;
}

export const FAKE_TESTED: readonly FakeTested[] = [
  {
    what: 'elan: toolchain selection (variable, override, `lean-toolchain`, default, channels, links), and running the programs of the toolchain',
    shownWith: 'an elan home created by the tests; the rules are taken from the sources of elan',
  },
  {
    what: 'Lake: `lake env`, and `lake translate-config toml` for the options of a `lakefile.lean`',
    shownWith: 'a fake `lake` of a few lines with the output given in the documentation',
  },
  {
    what: 'Lean 4.8 and later: `lean --version`, `lean --json`',
    shownWith: 'a fake `lean` that replays lines, and messages recorded from tests of Lean and Mathlib',
  },
  {
    what: '`lean --server`: texts that are not files, `isIncremental`, `-Dserver.reportDelayMs`; a batch in a Lean that prints while it runs',
    shownWith: 'the language server of the Lean of 2021 and a fake one of a few lines; a fake `lean` of a few lines',
  },
  {
    what: 'the auditor for a current Lean, and `calc` among the honest proofs',
    shownWith: 'nothing: written from the sources of Lean; `lemmahead doctor --self-test` runs it on yours',
  },
  {
    what: 'comparing attributes and other stored entries of a current Lean: the names of its extensions, and the modules of its module system',
    shownWith:
      'nothing: the names and the layout are taken from its sources; differences in an extension with another name are reported, not refused',
  },
  {
    what: '`leanchecker`, `lake challenge`, comparator, SafeVerify',
    shownWith: 'nothing',
  },
  {
    what: 'projects with compiled Mathlib: memory, time, the umbrella module that `lake exe cache get` omits',
    shownWith: 'empty files instead of compiled modules',
  },
  { what: 'macOS and all other systems except Linux', shownWith: 'nothing' },
];
