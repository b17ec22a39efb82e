/**
 * Encodes the skeletons of the proofs of a file: `files.skeletons`.
 *
 * Layout: the length of the deflated text as a varint, and that text: the distinct skeletons and the fields in slots,
 * one per line, each list ended by an empty line. Then for each theorem, in the order of the file, as varints: the gap
 * of its line to the previous one's, its skeleton, and its slots. An even slot is twice a line of `files.identifiers`,
 * an odd one twice a field plus one. A skeleton says how many slots it has.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FileFacts } from '../lean/declaration.ts';
import { countSlots, withoutKeptFields } from '../lean/proof/proof-skeleton.ts';
import { pushVarint, VarintReader } from './varints.ts';

/** The skeleton of a proof as stored, with the names in its slots. */
export interface StoredSkeleton {
  text: string;
  /** As written, without the fields at the end that are in the skeleton; a field has a dot before it. */
  slots: string[];
}

/** Phrases of many skeletons: what the text of a file may refer to. Part of the format. */
const DICTIONARY = Buffer.from(
  `induction H with ; rcases H with ⟨ H , H ⟩ ; obtain ⟨ H , H , H ⟩ := L H ; by_cases H : H = 0 ; · have H : L H := L
intro H ; apply L ; refine ⟨ fun H => ?_ , fun H => ?_ ⟩ ; constructor ; exact ( L H ).L H ; exact H.L.L H ; exact H.L H
ext H ; simp only [ L , L , L , L ] ; simpa only [ L ] using L H ; rwa [ L , ← L , L ] at H ; exact fun H H => H.mp L.mpr
exact ⟨ L , L ⟩ ; exact L <| L H ; exact L fun _ _ => L H.1 H.2 ; exact L _ _ ; exact L.symm ; exact L.trans L ; exact L ( L H )
rw [ ← L , L , L , L H ] ; simp_rw [ L , L ] ; simp [ L , L , L ] ; ext ; simp ; exact L H H H ; exact L H ; exact L ; rfl`,
);

/** Prefers speed to size, as for the other columns. */
const DEFLATE = { level: 1, windowBits: 13, memLevel: 6, dictionary: DICTIONARY };

/** The skeletons of a file before packing: equal for equal skeletons, on every machine. */
export interface SkeletonLines {
  text: string;
  numbers: readonly number[];
}

/** `lineOf`: for each identifier of `identifiers` its line among those of the file, or -1. */
export function skeletonLines(
  { skeletons, identifiers }: Pick<FileFacts, 'skeletons' | 'identifiers'>,
  lineOf: Int32Array,
): SkeletonLines {
  const texts = new Map<string, number>();
  const fields = new Map<string, number>();
  const numbers: number[] = [];
  let lastLine = 0;
  let next = 0;
  for (const { line, text, slots } of skeletons) {
    if (line <= lastLine) continue;
    pushVarint(numbers, line - lastLine);
    pushVarint(numbers, numberOf(texts, text));
    lastLine = line;
    for (const slot of slots) {
      if (typeof slot === 'string') {
        pushVarint(numbers, 2 * numberOf(fields, slot) + 1);
        continue;
      }
      while (identifiers[2 * next]! < slot) next++;
      pushVarint(numbers, 2 * lineOf[next]!);
    }
  }
  return { text: [...texts.keys(), '', ...fields.keys(), ''].join('\n'), numbers };
}

/** Empty if there are no skeletons. */
export function packSkeletons({ text, numbers }: SkeletonLines): Uint8Array {
  if (numbers.length === 0) return new Uint8Array(0);
  const deflated = deflateRawSync(text, DEFLATE);
  const length: number[] = [];
  pushVarint(length, deflated.length);
  return Uint8Array.from([...length, ...deflated, ...numbers]);
}

/** By line of the theorem. `identifiers`: the names of `files.identifiers`, by line. */
export function unpackSkeletons(bytes: Uint8Array, identifiers: readonly string[]): Map<number, StoredSkeleton> {
  const skeletons = new Map<number, StoredSkeleton>();
  if (bytes.length === 0) return skeletons;
  const reader = new VarintReader(bytes);
  const length = reader.next();
  const end = reader.at + length;
  const deflated = bytes.subarray(reader.at, end);
  const strings = inflateRawSync(deflated, { dictionary: DICTIONARY }).toString('utf8').split('\n');
  const fields = strings.slice(strings.indexOf('') + 1);
  reader.at = end;
  for (let line = 0; reader.at < bytes.length;) {
    line += reader.next();
    const text = strings[reader.next()]!;
    const slots = Array.from({ length: countSlots(text) }, () => {
      const slot = reader.next();
      return slot % 2 === 1 ? `.${fields[(slot - 1) / 2]!}` : withoutKeptFields(identifiers[slot / 2]!);
    });
    skeletons.set(line, { text, slots });
  }
  return skeletons;
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}
