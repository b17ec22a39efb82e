/** The texts of concepts that are embedded. */
import { expect, it } from 'vitest';
import type { ConceptBase } from '../../../src/concepts/open-base.ts';
import type { ModelRow } from '../../../src/concepts/model-rows.ts';
import { conceptTextToEmbed } from '../../../src/search/concepts/embedded-texts.ts';

const NAMES = ['Ship.keel', 'Ship.beam', 'Ship.hull', 'Ship.mast'];

const extraction = (definition: string, name: string, role: 'is' | 'about'): ModelRow =>
  ({
    kind: 'extraction',
    definition,
    data: { concepts: [{ name, aliases: [], field: '', level: '', role }] },
  }) as unknown as ModelRow;

function baseWith(rows: ModelRow[]): ConceptBase {
  return {
    modelRows: () => rows,
    numberOf: (name: string) => NAMES.indexOf(name),
    definition: (number: number) => ({ name: NAMES[number], statements: number }),
    annotation: (number: number) => ({ text: `Of ${NAMES[number]}.`, origin: 'docstring', model: null }),
    whenToUse: () => null,
  } as unknown as ConceptBase;
}

const KEEL = { key: 'keel', name: 'keel', translations: [{ definition: 0, probability: 0.9 }] };
const textOf = (rows: ModelRow[]): string => conceptTextToEmbed(baseWith(rows), KEEL).text();

it('say what definitions mean that a model says are about the concept, those of most statements first', () => {
  expect(textOf([])).toBe('keel: Of Ship.keel.');
  const about = [
    extraction('Ship.beam', 'keels', 'about'),
    extraction('Ship.hull', 'Keel', 'about'),
    extraction('Ship.mast', 'keel', 'about'),
  ];
  expect(textOf(about)).toBe('keel: Of Ship.keel. Of Ship.mast. Of Ship.hull.');
  expect(conceptTextToEmbed(baseWith(about), KEEL).contentHash).not.toBe(
    conceptTextToEmbed(baseWith([]), KEEL).contentHash,
  );
});

it('are not changed by what a definition is, or by what is about another concept', () => {
  expect(textOf([extraction('Ship.beam', 'keel', 'is'), extraction('Ship.beam', 'mast', 'about')])).toBe(textOf([]));
});
