/**
 * The tables of `library.sqlite`, as named steps in chronological order. Never change a step that was released, not
 * even its comments: a library is user data, and every library that was ever written must upgrade.
 */
import { VECTOR_SPACES, VECTOR_TABLES } from './vector-rows.ts';
import { WORD_TABLES } from './word-rows.ts';

export interface Step {
  /** Stored in the file, in `steps`. */
  name: string;
  sql: string;
}

/** In the file's header, to distinguish a library from other SQLite files: the letters `LmLb`. */
export const APPLICATION_ID = 0x4c6d4c62;

export const STEPS: readonly Step[] = [
  {
    name: '001-documents-and-entries',
    sql: `
-- What has been done to this file. A name that the program does not know: a newer one wrote it.
CREATE TABLE steps (name TEXT PRIMARY KEY, done_at TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE sources (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, added_at TEXT NOT NULL
);

CREATE TABLE documents (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  name TEXT NOT NULL,               -- as other documents of the source call it: 'algebra', 'part1/groups'
  path TEXT NOT NULL,               -- absolute, of its first file
  title TEXT NOT NULL, format TEXT NOT NULL,
  digest TEXT NOT NULL,             -- of all that was read: the same again is not written again; '' if it is to be
  content TEXT NOT NULL,            -- of its files, whatever they are called: two of the same are one, twice
  read_by TEXT NOT NULL,            -- which reader, with what wishes: what another one reads is read again
  externals TEXT NOT NULL,          -- JSON: documents whose labels it names with a prefix
  problems TEXT NOT NULL,           -- JSON of sources/document.ts DocumentProblem[]
  added_at TEXT NOT NULL, changed_at TEXT NOT NULL,
  UNIQUE (source_id, name), UNIQUE (source_id, path)
);

-- Every file that was read for a document.
CREATE TABLE files (
  document_id INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  position INTEGER NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (document_id, position)
) WITHOUT ROWID;

-- AUTOINCREMENT: an id is never given to another entry, also when the first is gone.
CREATE TABLE entries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  document_id INTEGER REFERENCES documents(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,        -- in its document, from 0
  key TEXT NOT NULL,                -- of a document's entry: the document's name, '#', the piece's key
  kind TEXT NOT NULL, called TEXT NOT NULL, number TEXT, title TEXT NOT NULL,
  headings TEXT NOT NULL,           -- JSON, outermost first
  body TEXT NOT NULL, proof TEXT,
  file TEXT, line INTEGER, page INTEGER,  -- file: below the folder of the document's first file; null: in no document
  content_hash TEXT NOT NULL,
  words TEXT,                       -- version of the reader of words that made its row in entry_words; null: none
  UNIQUE (source_id, key)
);
CREATE INDEX entries_by_document ON entries(document_id, position);
CREATE INDEX entries_by_content ON entries(content_hash);
CREATE INDEX entries_by_words ON entries(words);

CREATE TABLE labels (
  source_id INTEGER NOT NULL, label TEXT NOT NULL,
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  PRIMARY KEY (source_id, label, entry_id)
) WITHOUT ROWID;
CREATE INDEX labels_by_entry ON labels(entry_id);

-- What entries name, as written: kept also where it leads nowhere, for the other document may yet come.
CREATE TABLE refs (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,               -- 'refers' | 'cites'
  label TEXT NOT NULL,
  source_id INTEGER NOT NULL,
  target_document TEXT,             -- name of the only document that is meant; null: any of the source
  target_label TEXT NOT NULL,       -- as that document writes it
  to_id INTEGER REFERENCES entries(id) ON DELETE SET NULL,
  PRIMARY KEY (entry_id, kind, label)
) WITHOUT ROWID;
CREATE INDEX refs_by_target ON refs(source_id, target_label, target_document);
CREATE INDEX refs_by_to ON refs(to_id);

CREATE TABLE edges (
  from_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,               -- 'refers', 'follows', and those of other builders
  to_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  PRIMARY KEY (from_id, kind, to_id)
) WITHOUT ROWID;
CREATE INDEX edges_by_to ON edges(to_id, kind);

-- For search: words of entries, reduced to stems; rowid is entries.id.
${WORD_TABLES}
CREATE TRIGGER entries_gone AFTER DELETE ON entries BEGIN
  DELETE FROM entry_words WHERE rowid = old.id;
END;
CREATE TRIGGER entries_changed AFTER UPDATE OF title, called, headings, body, proof ON entries BEGIN
  DELETE FROM entry_words WHERE rowid = old.id;
  UPDATE entries SET words = NULL WHERE id = old.id;
END;

-- By content: two entries that say the same share one, and one that is added again has it already.
${VECTOR_TABLES}`,
  },
  {
    name: '002-derived-rows',
    sql: `
-- One unit of a builder's work: who made the rows that name it, and from what. Its rows go with it.
CREATE TABLE derivations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  maker TEXT NOT NULL,              -- name of the builder, or 'human'
  version TEXT NOT NULL,            -- of the builder, with its model and prompt if it has them
  unit TEXT NOT NULL,               -- what was worked on, named by the maker
  input_hash TEXT NOT NULL,         -- of all inputs, computed by the maker; '' if the unit must be made again
  UNIQUE (source_id, maker, unit)
);
CREATE INDEX derivations_by_maker ON derivations(maker, version);

-- The entries among the inputs, as they were.
CREATE TABLE derivation_inputs (
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  entry_id INTEGER REFERENCES entries(id) ON DELETE SET NULL,  -- null: removed
  content_hash TEXT NOT NULL,
  PRIMARY KEY (derivation_id, position)
) WITHOUT ROWID;
CREATE INDEX derivation_inputs_by_entry ON derivation_inputs(entry_id);

-- Derivations that must be made again: an input was changed or removed.
CREATE VIEW stale_derivations AS
SELECT * FROM derivations d WHERE input_hash = '' OR EXISTS (
  SELECT 1 FROM derivation_inputs i LEFT JOIN entries e ON e.id = i.entry_id
  WHERE i.derivation_id = d.id AND e.content_hash IS NOT i.content_hash
);

-- An entry belongs to a document or to a derivation.
ALTER TABLE entries ADD COLUMN derivation_id INTEGER REFERENCES derivations(id) ON DELETE CASCADE;
ALTER TABLE entries ADD COLUMN payload TEXT;  -- JSON: data of the maker; null if it is part of a document
CREATE INDEX entries_by_derivation ON entries(derivation_id, position);

-- The edges of documents follow from refs and entries. The table had no others.
DROP TABLE edges;
CREATE TABLE derived_edges (
  from_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  to_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  payload TEXT NOT NULL,            -- JSON: data of the kind, such as a label or a confidence
  evidence TEXT NOT NULL,           -- JSON: where this can be checked
  PRIMARY KEY (from_id, kind, to_id, derivation_id)
) WITHOUT ROWID;
CREATE INDEX derived_edges_by_to ON derived_edges(to_id, kind);
CREATE INDEX derived_edges_by_derivation ON derived_edges(derivation_id);

-- All edges: 'refers' by a label, 'follows' the entry before it in its document, and those of builders.
CREATE VIEW edges AS
SELECT from_id, kind, to_id, derivation_id FROM derived_edges
UNION ALL SELECT DISTINCT entry_id, 'refers', to_id, NULL FROM refs WHERE to_id IS NOT NULL AND to_id <> entry_id
UNION ALL SELECT e.id, 'follows', p.id, NULL FROM entries e
  JOIN entries p ON p.document_id = e.document_id AND p.position = (
    SELECT max(position) FROM entries WHERE document_id = e.document_id AND position < e.position);

-- From entries to Lean declarations. A new index has other row ids, so the declaration is named.
CREATE TABLE declaration_links (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,               -- 'formalises' and others, named by the maker
  package TEXT NOT NULL,            -- as the index calls it
  name TEXT NOT NULL,               -- full name
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  statement_hash TEXT NOT NULL,     -- of the declaration's statement when the link was made
  payload TEXT NOT NULL, evidence TEXT NOT NULL,  -- JSON, as of derived_edges
  PRIMARY KEY (entry_id, kind, package, name, derivation_id)
) WITHOUT ROWID;
CREATE INDEX declaration_links_by_name ON declaration_links(name);
CREATE INDEX declaration_links_by_derivation ON declaration_links(derivation_id);
${VECTOR_SPACES}
-- The texts that a space other than 'default' embeds, by hash; an entry may have several.
CREATE TABLE entry_texts (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  space TEXT NOT NULL, part INTEGER NOT NULL,
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  text_hash TEXT NOT NULL,          -- vectors.content_hash
  PRIMARY KEY (entry_id, space, part, derivation_id)
) WITHOUT ROWID;
CREATE INDEX entry_texts_by_hash ON entry_texts(text_hash, space);
CREATE INDEX entry_texts_by_derivation ON entry_texts(derivation_id);
`,
  },
  {
    name: '003-attributes-and-runs',
    sql: `
-- Values of attributes of entries. Of several makers' values, library/entry-attributes.ts says which one counts.
-- An entry of a document has a payload, too: JSON of sources/document.ts PieceFacts.
CREATE TABLE entry_attributes (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  part INTEGER NOT NULL,            -- 0: the statement; n: the nth proof or solution
  name TEXT NOT NULL,
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  value TEXT NOT NULL, evidence TEXT NOT NULL,  -- JSON
  PRIMARY KEY (entry_id, part, name, derivation_id)
) WITHOUT ROWID;
CREATE INDEX entry_attributes_by_derivation ON entry_attributes(derivation_id);

-- Runs of commands that derive, so that each can be undone.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  command TEXT NOT NULL,
  options TEXT NOT NULL,            -- JSON
  started_at TEXT NOT NULL,
  ended_at TEXT,                    -- null: it runs, or was killed; what it wrote counts
  counts TEXT NOT NULL,             -- JSON: what it wrote, named by the command
  undone_at TEXT
);

-- The last run that wrote the derivation; null: none that can be undone.
ALTER TABLE derivations ADD COLUMN run_id INTEGER REFERENCES runs(id) ON DELETE SET NULL;

-- What a run replaced, to undo it.
CREATE TABLE replaced_derivations (
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  maker TEXT NOT NULL, unit TEXT NOT NULL,
  previous TEXT,                    -- JSON: the derivation with its rows and its run; null: there was none
  PRIMARY KEY (run_id, source_id, maker, unit)
) WITHOUT ROWID;
CREATE INDEX replaced_derivations_by_unit ON replaced_derivations(source_id, maker, unit);
`,
  },
  {
    name: '004-heads-of-entities',
    sql: `
-- What a graph reads of all entries. Their texts stand before it in a row, so it would read them too.
CREATE INDEX entries_heads ON entries(source_id, kind, called, key, content_hash);
CREATE INDEX entries_stating ON entries(id) WHERE payload LIKE '%"attributes"%';
CREATE INDEX entry_attributes_of_heads ON entry_attributes(name, entry_id, derivation_id, value)
  WHERE part = 0 AND name IN ('type', 'field');
`,
  },
];
