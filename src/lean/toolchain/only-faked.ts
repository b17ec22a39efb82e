/** What works by the documents and was shown only with a stand-in: no current Lean was at hand. `doctor` and the docs say it. */

export interface OnlyFaked {
  what: string;
  /** The stand-in, and where it is. */
  shownWith: string;
}

export const ONLY_FAKED: readonly OnlyFaked[] = [
  {
    what: 'elan: which toolchain is chosen (variable, override, `lean-toolchain`, default, channels, links), and that its own programs are run',
    shownWith: 'a home of elan made by the tests; the rules are read from the sources of elan',
  },
  {
    what: 'Lake: `lake env`, and `lake translate-config toml` for the options of a `lakefile.lean`',
    shownWith: 'a `lake` of a few lines; its output is that of the documentation',
  },
  {
    what: 'Lean 4.8 and later: `lean --version`, `lean --json`',
    shownWith: 'a `lean` that replays lines, and messages recorded from tests of Lean and Mathlib',
  },
  {
    what: '`lean --server`: texts that are no files, `isIncremental`, `-Dserver.reportDelayMs`; a batch in a Lean that prints as it goes',
    shownWith: 'the language server of the Lean of 2021 and one of a few lines; a `lean` of a few lines',
  },
  {
    what: 'the auditor for a current Lean, and `calc` among the honest proofs',
    shownWith: 'nothing: written from the sources of Lean; `lemmahead doctor --self-test` tries it on yours',
  },
  {
    what: 'comparing attributes and other stored entries of a current Lean: the names of its extensions, and the modules of its module system',
    shownWith:
      'nothing: the names and the layout are read from its sources; what differs in an extension of another name is told, not refused',
  },
  {
    what: '`leanchecker`, `lake challenge`, comparator, SafeVerify',
    shownWith: 'nothing',
  },
  {
    what: 'projects with Mathlib compiled: memory, time, the umbrella module that `lake exe cache get` leaves out',
    shownWith: 'empty files in the places of compiled modules',
  },
  { what: 'macOS, and any system but Linux', shownWith: 'nothing' },
];
