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

describe('the known bugs of a Lean', () => {
  it('are those that were not fixed in it yet, and had come by then', () => {
    expect(threads(release('4.32.0'))).toContain('lean4#14484');
    expect(threads(release('4.32.1'))).not.toContain('lean4#14484');
    expect(threads(release('4.32.1'))).toContain('lean4#14576');
    expect(threads(release('4.9.0'))).not.toContain('lean4#8060');
    expect(threads(release('4.19.0'))).toContain('lean4#8060');
    expect(threads(release('4.20.0'))).not.toContain('lean4#8060');
  });

  it('are none for the newest release of the table, and for later ones', () => {
    expect(soundnessBugsOf(release(soundRelease()))).toEqual([]);
    expect(soundnessBugsOf(release('5.0.0'))).toEqual([]);
  });

  it('take the Lean of 2021 for older than the release of the same number', () => {
    expect(threads(old)).toContain('lean4#1433');
    expect(threads(release('4.0.0'))).not.toContain('lean4#1433');
    expect(threads(old)).not.toContain('lean4#8060');
  });

  it('have a thread where nothing guards against them, so that a user can read on', () => {
    for (const { guard, source, what } of SOUNDNESS_BUGS) if (guard === null) expect(source, what).not.toEqual([]);
    expect(unguardedBugsOf(release('4.33.0')).flatMap(({ source }) => source)).toContain('lean4#14806');
  });
});
