import { describe, expect, it } from 'vitest';
import {
  soundnessBugsOf,
  soundRelease,
  SOUNDNESS_BUGS,
  unguardedBugsOf,
} from '../../src/lean/toolchain/soundness-bugs.ts';
import { readVersion, type LeanVersion } from '../../src/lean/toolchain/lean-version.ts';

const release = (number: string): LeanVersion =>
  readVersion(`Lean (version ${number}, x86_64-unknown-linux-gnu, Release)`)!;
const old = readVersion('Lean (version 4.0.0, commit 26c77981, Release)')!;
const threads = (version: LeanVersion): string[] => soundnessBugsOf(version).flatMap(({ source }) => source);

describe('soundnessBugsOf', () => {
  it('returns the bugs that exist in a version and are not yet fixed', () => {
    expect(threads(release('4.32.0'))).toContain('lean4#14484');
    expect(threads(release('4.32.1'))).not.toContain('lean4#14484');
    expect(threads(release('4.32.1'))).toContain('lean4#14576');
    expect(threads(release('4.9.0'))).not.toContain('lean4#8060');
    expect(threads(release('4.19.0'))).toContain('lean4#8060');
    expect(threads(release('4.20.0'))).not.toContain('lean4#8060');
  });

  it('returns nothing for the newest release of the table and later ones', () => {
    expect(soundnessBugsOf(release(soundRelease()))).toEqual([]);
    expect(soundnessBugsOf(release('5.0.0'))).toEqual([]);
  });

  it('treats the Lean of 2021 as older than the release with the same number', () => {
    expect(threads(old)).toContain('lean4#1433');
    expect(threads(release('4.0.0'))).not.toContain('lean4#1433');
    expect(threads(old)).not.toContain('lean4#8060');
  });

  it('every bug without a guard has a thread, so that users can read about it', () => {
    for (const { guard, source, what } of SOUNDNESS_BUGS) if (guard === null) expect(source, what).not.toEqual([]);
    expect(unguardedBugsOf(release('4.33.0')).flatMap(({ source }) => source)).toContain('lean4#14806');
  });
});
