/**
 * Reads entities in the JSON of AutoMathKG (Bian et al. 2025, Table B3): an array, or one entity per line. Ids and the
 * references to an entity are not read: the library computes them. `in_refs` adds references that no text lists.
 */
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import type { Document, DocumentProblem, GivenAttribute, Piece, PieceKind } from '../document.ts';
import { ENTITY_TYPES, FIELDS, TACTICS, type EntityType } from '../entity.ts';
import { readFirstFile } from '../first-file.ts';
import { joinProofs } from '../join-proofs.ts';
import { assignKeys } from '../piece-keys.ts';

const text = z.object({
  contents: z.array(z.string()),
  bodylist: z.array(z.object({ description: z.string(), action: z.enum(TACTICS) })).optional(),
  refs: z.array(z.string()).optional(),
  references_tactics: z.record(z.string(), z.enum(TACTICS)).optional(),
});

/** Types in any case: the paper has both `Definition` and `definition`. */
const entitySchema = text.extend({
  type: z.preprocess((value) => (typeof value === 'string' ? value.toLowerCase() : value), z.enum(ENTITY_TYPES)),
  label: z.string().min(1),
  title: z.string().default(''),
  field: z.enum(FIELDS).nullable().default(null),
  source: z.string().default(''),
  /** A list in figure 4 of the paper. */
  in_refs: z.union([z.record(z.string(), z.string()).transform(Object.keys), z.array(z.string())]).default([]),
  proofs: z.array(text).default([]),
  solutions: z.array(text).default([]),
});

type GivenEntity = z.infer<typeof entitySchema>;

const KINDS: Record<EntityType, PieceKind> = {
  definition: 'definition',
  theorem: 'theorem',
  problem: 'problem',
  other: 'remark',
};

/** @throws {Failure} `entities-invalid` if the file is not JSON, or an entity lacks what it must have */
export function readAutoMathKg(path: string): Document {
  const { text: content, file } = readFirstFile(path);
  const entities = parseValues(content, path).map((value, at) => {
    const parsed = entitySchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const { path: within, message } = parsed.error.issues[0]!;
    throw invalid(path, `Entity ${at + 1}: ${[...within.map(String), message].join(': ')}.`);
  });
  const place = { file: file.path, line: null, page: null };
  const { pieces, duplicates } = assignKeys(entities.map((entity) => pieceOf(entity, place)));
  const empty: DocumentProblem[] =
    pieces.length > 0 ? [] : [{ code: 'document-empty', message: 'The file has no entities.', place: null }];
  const title = basename(path, extname(path));
  return { title, format: 'automathkg', files: [file], pieces, externals: [], problems: [...empty, ...duplicates] };
}

function parseValues(content: string, path: string): unknown[] {
  try {
    const value = JSON.parse(content) as unknown;
    return Array.isArray(value) ? (value as unknown[]) : [value];
  } catch {
    return content
      .split('\n')
      .map((line, at) => ({ line, at }))
      .filter(({ line }) => line.trim() !== '')
      .map(({ line, at }) => {
        try {
          return JSON.parse(line) as unknown;
        } catch (error) {
          throw invalid(path, `Line ${at + 1} is not JSON: ${(error as Error).message}.`);
        }
      });
  }
}

function invalid(path: string, reason: string): Failure {
  return new Failure('usage', 'entities-invalid', {
    message: `${path} does not contain entities of a knowledge graph.`,
    reason,
    next: 'Give an array of entities, as lemmahead graph export --entities --format automathkg writes it.',
  });
}

function pieceOf(entity: GivenEntity, place: Piece['place']): Omit<Piece, 'key'> {
  const { type, label, title, field, source } = entity;
  const others = type === 'problem' ? entity.solutions : entity.proofs;
  const { proof, facts } = joinProofs(others.map(({ contents }) => contents.join('\n')));
  const all = [entity, ...others];
  const labels = new Set([
    ...all.flatMap(({ refs = [], references_tactics: tactics = {} }) => [...refs, ...Object.keys(tactics)]),
    ...entity.in_refs,
  ]);
  labels.delete(label);
  return {
    kind: KINDS[type],
    called: '',
    number: null,
    title,
    headings: [],
    body: entity.contents.join('\n'),
    proof,
    labels: [label],
    references: Array.from(labels, (each) => ({ kind: 'refers', label: each })),
    place,
    facts: {
      ...facts,
      attributes: [
        { part: 0, name: 'type', value: type },
        ...(field === null ? [] : [{ part: 0, name: 'field', value: field }]),
        ...(source === '' ? [] : [{ part: 0, name: 'source', value: source }]),
        ...all.flatMap(attributesOfText),
      ],
    },
  };
}

/** What the file leaves out is not given: rules may fill it. */
const attributesOfText = (given: z.infer<typeof text>, part: number): GivenAttribute[] =>
  (['contents', 'bodylist', 'refs', 'references_tactics'] as const).flatMap((name) => {
    return given[name] === undefined ? [] : [{ part, name, value: given[name] }];
  });
