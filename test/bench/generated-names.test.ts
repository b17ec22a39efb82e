import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LIBRARY = `
export Shape (area_turn)

@[ext]
structure Shape where
  size : Nat

namespace Shape
@[simps] def unit : Shape := ⟨1⟩
protected theorem size_le : True := trivial
theorem area_turn : True := trivial
theorem use (h : 0 < 1) : True := by
  rw [area_turn, h, Shape.size_le, size_le, Shape.mk.injEq, Shape.ext_iff]
  simp only [unit_size, unit_size_hom, area_turn.symm, Below.base, below_used, turn_set, nowhere]
end Shape
`;

it('bench/generated-names.ts classifies and counts the names in rw and simp only lists', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lemmahead-names-'));
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('tiny/Tiny/Shapes.lean', LIBRARY);
  write('tiny/Tiny/Sets.lean', 'register_simp_attr turn_set\n');
  write('tiny/Other/Ignored.lean', 'theorem t : P := by rw [ignored]\n');
  write('below/Below.lean', 'theorem Below.base : True := below_used\n');
  const args = [
    'bench/generated-names.ts',
    '--root',
    `Tiny=${join(folder, 'tiny')}`,
    '--other',
    `Below=${join(folder, 'below')}`,
  ];
  const unknown = join(folder, 'unknown.tsv');
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args, '--json-only', '--unknown', unknown], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const { kinds, listed, resolved_of_occurrences: share } = JSON.parse(stdout);
  const counts = Object.fromEntries(
    Object.entries<{ occurrences: number }>(kinds).map(([kind, { occurrences }]) => [kind, occurrences]),
  );
  expect(counts).toEqual({
    'declared: written': 3,
    local: 1,
    'derived: constructor lemma': 1,
    'declared: ext': 1,
    'declared: simps, approximate': 1,
    'elsewhere: declared': 1,
    'elsewhere: used': 1,
    'simp set': 1,
    unknown: 3,
  });
  expect(listed).toBe(13);
  expect(share).toBe(0.6667);
});
