/** What models wrote for a concept base: the rows, and their table. A base that was built without a model has no such table. */
import type Database from 'better-sqlite3';

/** Who wrote a text. `snapshot`: the provider's name for the model that answered; it marks scripted answers. */
export interface Provenance {
  /** `provider/model`; of a merge by vectors, the embedder. */
  model: string;
  /** Name and version of the prompt; of a merge by vectors, `vectors`. */
  template: string;
  snapshot: string;
}

/** A text of a model, as hits show it. */
export interface ModelText extends Provenance {
  text: string;
}

export const CONCEPT_ROLES = ['is', 'about'] as const;

/** A concept that a model named for a definition. */
export interface ExtractedConcept {
  name: string;
  aliases: string[];
  field: string;
  level: string;
  /** `is`: the definition is this concept. `about`: it only concerns it, and is not linked to it. */
  role: (typeof CONCEPT_ROLES)[number];
}

/** What each kind of row holds. */
interface ModelData {
  /** A definition in words, made without its docstring: all candidates, best first only by `chosen`. */
  'back-translation': {
    candidates: { text: string; score: number }[];
    /** Place of the chosen candidate; null if none reached the floor. */
    chosen: number | null;
    floor: number;
    /** How candidates were compared. */
    by: 'words' | 'vectors';
  };
  extraction: { concepts: ExtractedConcept[] };
  /** When to use the definition for the concept. */
  explanation: { text: string };
  /** Two phrases name one concept, of which the definition is a meaning. `similarity`: of their vectors. */
  merge: { phrase: string; other: { key: string; phrase: string }; similarity: number };
}

export type ModelRowKind = keyof ModelData;

/** A row about a definition. `Kind`: one kind, or any. */
export type ModelRow<Kind extends ModelRowKind = ModelRowKind> = {
  [K in Kind]: Provenance & {
    kind: K;
    /** Full name. */
    definition: string;
    /** Key of the concept; '' if the row is about the definition alone. */
    concept: string;
    /** Hash of what the model saw of the definition, and of what a renamed definition keeps. */
    contentHash: string;
    shapeHash: string;
    data: ModelData[K];
  };
}[Kind];

const MODEL_TABLE = `
-- What models wrote about definitions.
CREATE TABLE model_rows (
  definition INTEGER NOT NULL REFERENCES definitions(number),
  kind TEXT NOT NULL,               -- 'back-translation', 'extraction', 'explanation', 'merge'
  concept TEXT NOT NULL,            -- key of the concept; '' if it is about the definition alone
  content_hash TEXT NOT NULL,       -- of the definition when the model saw it
  shape_hash TEXT NOT NULL,         -- of the part that a renamed definition keeps
  model TEXT NOT NULL, template TEXT NOT NULL, snapshot TEXT NOT NULL,
  data TEXT NOT NULL,               -- JSON
  PRIMARY KEY (definition, kind, concept)
) WITHOUT ROWID;
`;

/** Writes the rows of known definitions, in an order of their own. Without rows, the file does not change. */
export function insertModelRows(
  database: Database.Database,
  rows: readonly ModelRow[],
  numbers: ReadonlyMap<string, number>,
): void {
  if (rows.length === 0) return;
  database.exec(MODEL_TABLE);
  const insert = database.prepare('INSERT OR REPLACE INTO model_rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { definition, kind, concept, contentHash, shapeHash, model, template, snapshot, data } of rows) {
    const number = numbers.get(definition);
    if (number === undefined) continue;
    insert.run(number, kind, concept, contentHash, shapeHash, model, template, snapshot, JSON.stringify(data));
  }
}

/** A row of the table with the name of its definition. */
export interface StoredModelRow extends Omit<ModelRow, 'data'> {
  data: string;
}

export const MODEL_COLUMNS = `definitions.name AS definition, model_rows.kind, concept, content_hash AS contentHash,
  shape_hash AS shapeHash, model, template, snapshot, data`;

export function readModelRow({ data, ...row }: StoredModelRow): ModelRow {
  return { ...row, data: JSON.parse(data) as unknown } as ModelRow;
}

/** The chosen text of a back-translation; null if none reached the floor. */
export function chosenText({ data, model, template, snapshot }: ModelRow<'back-translation'>): ModelText | null {
  const chosen = data.chosen === null ? undefined : data.candidates[data.chosen];
  return chosen === undefined ? null : { text: chosen.text, model, template, snapshot };
}
