import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryIndex } from '../../src/index/library-index.ts';
import { openIndex } from '../../src/index/open.ts';
import type { Premise, RetrievalQuery } from '../../src/prove/premise.ts';
import { libraryNames } from '../../src/prove/retrieval/library-names.ts';
import { retrieval, unknownImportsNote, type RetrievalOptions } from '../../src/prove/retrieval/retrieve.ts';
import { findHoles } from '../../src/verify/hole/holes.ts';
import { lemmahead } from '../cli/spawn.ts';

const GRID = fileURLToPath(new URL('../../fixtures/prove/grid', import.meta.url));
const grid = readFileSync(join(GRID, 'Grid.lean'), 'utf8');

/** No file imports `Far`; `Above` imports the file `Here`, which imports `Base` through `Middle`. */
const LIBRARY: Record<string, string> = {
  'Lib/Base.lean': `theorem base_swap (a b : Nat) : glue a b = glue b a := sorry
private theorem base_secret (a b : Nat) : glue a b = glue b a := sorry
`,
  'Lib/Middle.lean': `import Lib.Base
theorem Nat.middle_swap (a b : Nat) : glue a b = glue b a := sorry
protected theorem Nat.glue_comm (a b : Nat) : glue a b = glue b a := sorry
class Sticky (α : Type) where
  sticks : α → α
`,
  'Lib/Far.lean': `theorem far_swap (a b : Nat) : glue a b = glue b a := sorry
theorem far_only (a b : Nat) : peel a b = peel b a := sorry
infix:50 " ⋈⋈ " => joined
theorem joined_symm (a b : Nat) : joined a b → joined b a := sorry
`,
  'Lib/Here.lean': `import Lib.Middle

theorem here_gone (a b : Nat) : glue a b = glue b a := sorry

@[to_additive here_add] theorem here_mul (a b : Nat) : glue (a * b) b = glue b a := sorry

theorem target (a b : Nat) : glue a b = glue b a := by
  sorry

@[to_additive below_additive] theorem here_below (a b : Nat) : glue a b = glue b a := sorry
`,
  'Lib/Tactic/Run.lean': `open Lean
theorem quux_step_run : 1 = 1 := rfl
`,
  'Lib/Above.lean': `import Lib.Here
theorem above_swap (a b : Nat) : glue a b = glue b a := sorry
`,
};

/** The current file: `here_gone` was renamed and a lemma was added, both unknown to the index. */
const HERE = LIBRARY['Lib/Here.lean']!.replace('here_gone', 'here_new').replace(
  'theorem target',
  'private theorem here_newer (a b : Nat) : glue a b = glue b a := sorry\n\ntheorem target',
);
const GOAL = 'a b : Nat\n⊢ glue a b = glue b a';

let folder: string;
let gridIndex: LibraryIndex;
let index: LibraryIndex;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lemmahead-retrieve-'));
  for (const [path, text] of Object.entries(LIBRARY)) {
    mkdirSync(dirname(join(folder, 'lib', path)), { recursive: true });
    writeFileSync(join(folder, 'lib', path), text);
  }
  const build = (root: string): LibraryIndex => {
    const path = join(folder, `${root.split('=', 1)[0]}.sqlite`);
    expect(lemmahead(['index', 'build', '--root', root, '--out', path]).status).toBe(0);
    return openIndex(path);
  };
  gridIndex = build(`Grid=${GRID}`);
  index = build(`Lib=${folder}/lib`);
});
afterAll(() => {
  gridIndex.close();
  index.close();
  rmSync(folder, { recursive: true, force: true });
});

const QUERY: RetrievalQuery = { text: GOAL, as: 'goal', reason: 'start', limit: 20 };

async function retrieve(
  text: string,
  query: Partial<RetrievalQuery> = {},
  options: Partial<RetrievalOptions> = {},
  at = 0,
): Promise<Premise[]> {
  const hole = findHoles(text).filter(({ isProof }) => isProof)[at];
  if (hole === undefined) throw new Error('no such hole');
  const file = join(folder, 'lib/Lib/Here.lean');
  return retrieval({ index, file, ...options })({ text, hole }, { ...QUERY, ...query });
}

/** Names retrieved for the hole of the theorem `target`. */
async function names(text: string, query: Partial<RetrievalQuery> = {}, options: Partial<RetrievalOptions> = {}) {
  const at = findHoles(text).findIndex(({ declaration }) => declaration?.name === 'target');
  return (await retrieve(text, query, options, at)).map(({ name }) => name);
}

describe('retrieval in one file', () => {
  const ofGrid = async (at: number, text: string, limit = 10): Promise<Premise[]> =>
    retrieve(grid, { text, limit }, { index: gridIndex, file: join(GRID, 'Grid.lean') }, at);
  const namesOfGrid = async (at: number, text: string, limit?: number): Promise<string[]> =>
    (await ofGrid(at, text, limit)).map(({ name }) => name);

  it('returns similar statements, exact ones first, and never the hole itself or later declarations', async () => {
    const goal = 'm n : Nat\n⊢ area m n + area m n = area n m + area m n';
    const found = await namesOfGrid(2, goal);
    expect(found.slice(0, 2).toSorted()).toEqual(['Grid.area_turned', 'Grid.area_two_three']);
    expect(found).not.toContain('Grid.area_of_both');
    expect((await namesOfGrid(2, 'm n : Nat\n⊢ area m n = area n m'))[0]).toBe('Grid.area_turned');
    const above = await namesOfGrid(0, goal);
    expect(above).toContain('Grid.area_turned');
    expect(above).not.toContain('Grid.area_of_both');
    expect(above).not.toContain('Grid.fits_and_fills');
  });

  it('returns only statements, up to the limit', async () => {
    const goal = 'm n : Nat\n⊢ area m n = area n m';
    expect(await namesOfGrid(2, goal)).not.toContain('Grid.area');
    expect(await namesOfGrid(2, goal, 1)).toEqual(['Grid.area_turned']);
  });

  it('returns definitions for an unknown name', async () => {
    const found = await retrieve(
      grid,
      { text: 'Grid.aria', as: 'name', reason: 'unknown_identifier' },
      { index: gridIndex, file: join(GRID, 'Grid.lean') },
      2,
    );
    expect(found.map(({ name }) => name)).toContain('Grid.area');
  });

  it('returns no definitions for a name that has only parts in common with them', async () => {
    const options = { index: gridIndex, file: join(GRID, 'Grid.lean') };
    for (const query of [
      { text: 'Grid.no_such_area_lemma', as: 'name' },
      { text: 'Grid no such area lemma', as: 'text' },
    ] as const) {
      const found = await retrieve(grid, { ...query, reason: 'unknown_identifier' }, options, 2);
      expect(found.map(({ kind }) => kind)).not.toContain('def');
      expect(found.map(({ name }) => name)).toContain('Grid.area_turned');
    }
    const called = await retrieve(grid, { text: 'Grid.no_such_area_lemma', as: 'name', reason: 'called' }, options, 2);
    expect(called.map(({ name }) => name)).toContain('Grid.area');
  });

  it('returns names as written at the hole', async () => {
    const [premise] = await ofGrid(2, 'm n : Nat\n⊢ area m n = area n m');
    expect(premise).toMatchObject({
      name: 'Grid.area_turned',
      writeAs: 'area_turned',
      signature: '(width height : Nat) : area width height = area height width',
      doc: 'A grid turned by a quarter has as many squares.',
      filePath: 'Grid.lean',
      isAtHand: true,
    });
  });

  it('falls back to words if the query is not a goal, and returns nothing for an empty goal', async () => {
    expect(await namesOfGrid(2, 'a grid with the area turned')).toContain('Grid.area_turned');
    expect(await namesOfGrid(2, '⊢ ')).toEqual([]);
  });
});

describe('retrieval scope', () => {
  it('starts with current lemmas above the hole, then imported ones', async () => {
    const found = await names(HERE);
    expect(found.slice(0, 3).toSorted()).toEqual(['here_mul', 'here_new', 'here_newer']);
    expect(found).toContain('base_swap');
    expect(found).toContain('Nat.middle_swap');
  });

  it('excludes the theorem, later, generated, removed, private and circular declarations', async () => {
    for (const as of ['goal', 'text', 'name'] as const) {
      const text = as === 'name' ? 'swap' : GOAL;
      for (const query of [
        { as, text },
        { as, text: 'below additive' },
        { as, text: 'target' },
      ]) {
        const found = await names(HERE, query);
        for (const never of ['target', 'here_below', 'below_additive', 'here_gone', 'base_secret', 'above_swap']) {
          expect([never, found.includes(never)]).toEqual([never, false]);
        }
      }
    }
  });

  it('includes declarations generated from a lemma above', async () => {
    expect(await names(HERE, { text: 'here add', as: 'name' })).toContain('here_add');
    const hidden = HERE.replace(/@\[to_additive here_add\] theorem here_mul.*\n/, '');
    expect(await names(hidden, { text: 'here add', as: 'name' })).not.toContain('here_add');
  });

  it('ends with a few marked declarations that are not imported', async () => {
    const found = await retrieve(HERE, {}, {}, 3);
    const far = found.find(({ name }) => name === 'far_swap');
    expect(far).toMatchObject({ isAtHand: false, module: 'Lib.Far' });
    expect(found.at(-1)?.isAtHand).toBe(false);
    expect(found.filter(({ isAtHand }) => isAtHand).map(({ module }) => module)).not.toContain('Lib.Far');
    const imported = await retrieve(`import Lib.Far\n${HERE}`, {}, {}, 3);
    expect(imported.find(({ name }) => name === 'far_swap')).toMatchObject({ isAtHand: true });
  });

  it('includes code of tactics for an unknown name only if the name is near', async () => {
    const find = (text: string, as: RetrievalQuery['as']): Promise<string[]> =>
      names(HERE, { text, as, reason: 'unknown_identifier' });
    expect(await find('quux_step_rum', 'name')).toContain('quux_step_run');
    expect(await find('Nat.quux_step_of_glue', 'name')).not.toContain('quux_step_run');
    expect(await find('Nat quux step of glue', 'text')).not.toContain('quux_step_run');
    expect(await names(HERE, { text: 'quux step', as: 'text' })).toContain('quux_step_run');
  });

  it('includes an exact name even if it is not imported', async () => {
    const [first] = await retrieve(HERE, { text: 'far_only', as: 'name', reason: 'unknown_identifier' }, {}, 3);
    expect(first).toMatchObject({ name: 'far_only', isAtHand: false, module: 'Lib.Far' });
  });

  it('excludes hidden names in all channels', async () => {
    const hidden = new Set(['base_swap', 'here_new']);
    for (const as of ['goal', 'text', 'name'] as const) {
      const found = await names(HERE, { as, text: as === 'name' ? 'base_swap' : GOAL }, { hidden });
      expect(found.filter((name) => hidden.has(name))).toEqual([]);
      if (as !== 'name') expect(found).toContain('Nat.middle_swap');
    }
  });

  it('excludes the own theorem in a copy of a library file', async () => {
    const found = await names(`import Lib\n${HERE}`, {}, { file: '/elsewhere/Copy.lean' });
    expect(found).not.toContain('target');
    expect(found).not.toContain('here_below');
    expect(found).toContain('above_swap');
  });

  it('includes lemmas of the file without an index', async () => {
    expect(await names(HERE, {}, { index: null })).toEqual(['here_newer', 'here_mul', 'here_new']);
  });

  it('writes protected and nested names unambiguously', async () => {
    const text = `import Lib.Middle
namespace A
protected theorem swap (a b : Nat) : glue a b = glue b a := sorry
namespace B
theorem «at» (a b : Nat) : glue a b = glue b a := sorry
theorem swap' (a b : Nat) : glue a b = glue b a := sorry
theorem target (a b : Nat) : glue a b = glue b a := by sorry
end B
end A
`;
    const found = await retrieve(text, {}, { file: '/elsewhere/File.lean' }, 3);
    const written = Object.fromEntries(found.map(({ name, writeAs }) => [name, writeAs]));
    expect(written).toMatchObject({
      'A.swap': 'A.swap',
      'A.B.at': '«at»',
      "A.B.swap'": "swap'",
      'Nat.glue_comm': 'Nat.glue_comm',
    });
  });

  it('finds library notation by words', async () => {
    const found = await retrieve(`import Lib.Far\n${HERE}`, { text: '⋈⋈', as: 'text' }, {}, 3);
    expect(found.map(({ name }) => name)).toContain('joined_symm');
  });

  it('names the indexed libraries', () => {
    expect(libraryNames(index)).toEqual(['Lib']);
  });

  it('notes imports missing in the index and then searches everything', async () => {
    const file = '/elsewhere/File.lean';
    expect(unknownImportsNote(index, file, ['Lib.Middle', 'Lib'])).toBeNull();
    expect(unknownImportsNote(index, file, ['Mathlib.Data.New', 'Lib.Base', 'Other'])).toContain(
      'Mathlib.Data.New and 1 more import are not in the index',
    );
    const found = await retrieve(
      'import Other\ntheorem target (a b : Nat) : glue a b = glue b a := sorry\n',
      {},
      { file },
    );
    expect(found.map(({ name }) => name)).toContain('base_swap');
  });
});

describe('proofs of similar theorems', () => {
  const PROVED = {
    'Proved/Lemmas.lean': `theorem glue_comm (a b : Nat) : glue a b = glue b a := sorry
theorem peel_comm (a b : Nat) : peel a b = peel b a := sorry
theorem only_here : 1 = 1 := rfl
`,
    'Proved/Use.lean': `import Proved.Lemmas
theorem glue_swap (a b : Nat) (h : wet a) : glue a b = glue b a := by
  -- remark
  rw [glue_comm]
theorem peel_swap (m n : Nat) (k : wet m) : peel m n = peel n m := by
  sorry
theorem peel_later (m n : Nat) : peel m n = peel n m := peel_comm m n
`,
  };

  it('are made into candidates with the names of the goal, and only from above the hole', async () => {
    for (const [path, text] of Object.entries(PROVED)) {
      mkdirSync(dirname(join(folder, 'proved', path)), { recursive: true });
      writeFileSync(join(folder, 'proved', path), text);
    }
    const path = join(folder, 'proved.sqlite');
    expect(lemmahead(['index', 'build', '--root', `Proved=${folder}/proved`, '--out', path]).status).toBe(0);
    const proved = openIndex(path);
    try {
      const text = PROVED['Proved/Use.lean'];
      const [hole] = findHoles(text);
      const file = join(folder, 'proved/Proved/Use.lean');
      const query: RetrievalQuery = {
        text: 'm n : Nat\nk : wet m\n⊢ peel m n = peel n m',
        as: 'proof',
        reason: 'start',
        limit: 10,
      };
      const found = await retrieval({ index: proved, file })({ text, hole: hole! }, query);
      expect(found.map(({ name }) => name)).not.toContain('peel_later');
      const like = found.find(({ name }) => name === 'glue_swap')!;
      expect(like.proof).toEqual({
        text: 'by\n  rw [glue_comm]',
        candidates: ['rw [peel_comm]', 'rw [glue_comm]'],
        lemmas: ['peel_comm', 'glue_comm'],
      });
      const hidden = new Set(['glue_swap', 'peel_comm']);
      const others = await retrieval({ index: proved, file, hidden })({ text, hole: hole! }, query);
      expect(JSON.stringify(others)).not.toMatch(/glue_swap|peel_comm/u);
    } finally {
      proved.close();
    }
  });
});
