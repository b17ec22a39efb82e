/**
 * Bugs that make a Lean accept false statements, with the affected versions and whether the audit guards against them.
 * From threads and release notes up to Lean 4.34.1, and from the kernel's source of June 2021.
 */
import type { LeanVersion } from './lean-version.ts';

export interface SoundnessBug {
  /** What is wrongly accepted: one sentence without a full stop. */
  what: string;
  /** Threads that report it, as `lean4#1433`; empty if it was found in the kernel's source and tried. */
  source: readonly string[];
  /** First affected release; null if all earlier ones are affected. */
  since: Release | null;
  /** First release without it. `2021`: found in the Lean of June 2021 and not searched in later versions. */
  fixedIn: Release | '2021';
  /** An unconfirmed detail about these versions. */
  unconfirmed?: string;
  /** How the audit guards against it; null if it does not. */
  guard: string | null;
}

type Release = `${number}.${number}.${number}`;

export const SOUNDNESS_BUGS: readonly SoundnessBug[] = [
  {
    what: 'the kernel evaluates `Lean.reduceBool` and `Lean.reduceNat` by running compiled code without recording an axiom',
    ...{ source: [], since: null, fixedIn: '2021' },
    guard: 'they count as using `Lean.trustCompiler`',
  },
  {
    what: 'a theorem may use a `partial` definition, which may be defined by itself',
    ...{ source: [], since: null, fixedIn: '2021' },
    guard: 'partial definitions are not declared in the replay',
  },
  {
    what: 'two types of one block may have the same name',
    ...{ source: [], since: null, fixedIn: '2021' },
    guard: 'the second declaration of a name is refused',
  },
  {
    what: 'the type of a theorem need not be a proposition',
    ...{ source: [], since: null, fixedIn: '2021' },
    guard: 'it must be a proposition',
  },
  {
    what: 'if the prelude is replaced, numerals, strings and arithmetic are those of the kernel, not the declared ones',
    ...{ source: [], since: null, fixedIn: '2021' },
    guard: 'no file may declare a name that the kernel knows',
  },
  {
    what: 'a bound variable with a large index is taken for a closed term',
    ...{ source: ['lean4#704'], since: null, fixedIn: '4.0.0' },
    guard: 'bound variables are counted',
  },
  {
    what: 'data can be projected out of a proof, although two proofs of one statement are equal',
    ...{ source: ['lean4#1033'], since: null, fixedIn: '4.0.0' },
    unconfirmed: 'which change of 2022 completed the rule',
    guard: 'only proofs may be projected out of a term that may be a proof',
  },
  {
    what: '`Nat.mod` of a large number by a number between 2^32 and 2^63 is computed wrongly',
    ...{ source: ['lean4#1433'], since: null, fixedIn: '4.0.0' },
    guard: 'the kernel is tested with known calculations; what depends on a wrongly computed function is refused',
  },
  {
    what: 'the universe `imax u v + 1` is taken for `imax u v`',
    ...{ source: ['lean4#1781'], since: null, fixedIn: '4.0.0' },
    guard: 'the kernel checks each case of the universes; if there are too many, an open `imax` is refused',
  },
  {
    what: 'an inductive type may occur in its own index',
    ...{ source: ['lean4#2125', 'lean4#2127'], since: null, fixedIn: '4.0.0' },
    guard: 'it is refused',
  },
  {
    what: '`Nat.pow` of a constant that is not a numeral is computed from other memory',
    ...{ source: ['lean4#8060'], since: '4.14.0', fixedIn: '4.20.0' },
    unconfirmed: 'the versions are taken from a later report',
    guard: null,
  },
  {
    what: 'a very deep universe is taken for one without parameters, or a very far bound variable for a closed term',
    ...{ source: ['lean4#8554'], since: null, fixedIn: '4.21.0' },
    unconfirmed: 'the version of the fix',
    guard: 'binders and levels are counted',
  },
  {
    what: 'an opaque value may have a free variable',
    ...{ source: ['lean4#14484', 'lean4#14498'], since: null, fixedIn: '4.32.1' },
    guard: 'the audit reads a text format without free variables',
  },
  {
    what: 'the parameters of a nested inductive type are not checked if they leave no trace',
    ...{ source: ['lean4#14576', 'lean4#14577'], since: null, fixedIn: '4.32.2' },
    guard: 'the kernel checks types of constructors and recursors again',
  },
  {
    what: 'free variables are accepted in further places',
    ...{ source: ['lean4#14607'], since: null, fixedIn: '4.33.0' },
    guard: 'the audit reads a text format without free variables',
  },
  {
    what: 'a soundness issue of the module system',
    ...{ source: ['lean4#14609'], since: null, fixedIn: '4.33.0' },
    guard: null,
  },
  {
    what: 'a type in `Sort (imax 1 0)` is not recognised as a proposition, and data can be projected out of its proofs',
    ...{ source: ['lean4#14613'], since: null, fixedIn: '4.33.0' },
    guard:
      'universes are simplified before the kernel sees them; only a universe that is never 0 counts as not a proposition',
  },
  {
    what: 'names with `_nested` collide with names that the kernel generates',
    ...{ source: ['lean4#14616'], since: null, fixedIn: '4.33.0' },
    guard: 'they are refused',
  },
  {
    what: 'a type may occur in its own constructors with other parameters in places that the kernel does not check',
    ...{ source: ['lean4#14582'], since: null, fixedIn: '4.33.1' },
    guard: 'it is refused',
  },
  {
    what: 'whether two terms are equal depends on what was compared before',
    ...{ source: ['lean4#14806'], since: null, fixedIn: '4.33.1' },
    guard: null,
  },
  {
    what: 'a proposition whose sort does not reduce is not recognised, and data can be projected out of its proofs',
    ...{ source: ['lean4#14807'], since: null, fixedIn: '4.33.1' },
    guard: 'only proofs may be projected out of a term that may be a proof',
  },
  {
    what: 'a proposition whose sort does not reduce is not recognised in the reduction of recursors',
    ...{ source: ['lean4#14843'], since: null, fixedIn: '4.33.1' },
    guard: null,
  },
  {
    what: 'a reference count overflows if there is much memory',
    ...{ source: ['lean4#14838'], since: null, fixedIn: '4.33.1' },
    guard: null,
  },
  {
    what: 'the library for large numbers (GMP before 6.3.0) computes wrongly in corner cases',
    ...{ source: ['lean4#14833'], since: null, fixedIn: '4.33.1' },
    guard: null,
  },
  {
    what: 'a reference count overflows in terms of more than 100 GB, or is frozen and freed',
    ...{ source: ['lean4#15289', 'lean4#15241'], since: null, fixedIn: '4.34.1' },
    guard: null,
  },
];

/** The bugs of this Lean, in table order. */
export function soundnessBugsOf(version: LeanVersion): SoundnessBug[] {
  return SOUNDNESS_BUGS.filter(({ since, fixedIn }) => {
    // Older than every release, despite its version number.
    if (version.generation === '2021') return since === null;
    if (fixedIn === '2021' || isBefore(version, since)) return false;
    return isBefore(version, fixedIn);
  });
}

/** The bugs of this Lean against which the audit does not guard. */
export function unguardedBugsOf(version: LeanVersion): SoundnessBug[] {
  return soundnessBugsOf(version).filter(({ guard }) => guard === null);
}

/** The first release without any bug of the table. */
export function soundRelease(): string {
  const releases = SOUNDNESS_BUGS.flatMap(({ fixedIn }) => (fixedIn === '2021' ? [] : [fixedIn]));
  return releases.toSorted((a, b) => compareReleases(partsOf(a), partsOf(b))).at(-1)!;
}

type Numbers = Pick<LeanVersion, 'major' | 'minor' | 'patch'>;

function isBefore(version: Numbers, release: Release | null): boolean {
  return release !== null && compareReleases(version, partsOf(release)) < 0;
}

function partsOf(release: Release): Numbers {
  const [major = 0, minor = 0, patch = 0] = release.split('.').map(Number);
  return { major, minor, patch };
}

function compareReleases(a: Numbers, b: Numbers): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}
