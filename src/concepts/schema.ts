/** The tables of a concept base, with comments for a user who opens the file with `sqlite3`. */

/** Increased when a table or the meaning of a column changes; a base of another version is rebuilt. */
export const CONCEPTS_SCHEMA_VERSION = 6;

/** "lmhc": tells the file from other SQLite files. */
export const APPLICATION_ID = 0x6c6d6863;

export const SCHEMA = `
-- The index it was built from (digest), versions, hashes of the files read, counts.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- Declarations that say what something is.
CREATE TABLE definitions (
  number INTEGER PRIMARY KEY,       -- in the order of the names
  row INTEGER NOT NULL,             -- its row in the index that the base was built from
  name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, module TEXT NOT NULL, package TEXT NOT NULL,
  uses REAL NOT NULL,               -- how often the sources name it
  statements INTEGER NOT NULL,      -- number of statements that name it
  texts INTEGER NOT NULL,           -- number of texts whose statements name it
  generated_from TEXT,              -- the definition from which an attribute generated it
  words TEXT NOT NULL,              -- stems of its name, module and texts, for the ranking
  annotation TEXT NOT NULL,         -- what it means, in words
  annotation_origin TEXT NOT NULL   -- 'docstring', 'glossary', or 'rule': read from its name and signature
);

-- Mathematical notions. Different notions of one name are one concept with several meanings.
CREATE TABLE concepts (
  id INTEGER PRIMARY KEY,           -- in the order of the keys
  key TEXT NOT NULL UNIQUE,         -- normal form of the name
  name TEXT NOT NULL,
  texts INTEGER NOT NULL,           -- number of texts with this phrase
  is_core INTEGER NOT NULL
);

-- Which definitions a concept can mean.
CREATE TABLE edges (
  concept_id INTEGER NOT NULL REFERENCES concepts(id), definition INTEGER NOT NULL REFERENCES definitions(number),
  weight REAL NOT NULL,             -- 0: the user says that it does not mean this
  origin INTEGER NOT NULL,          -- place in PHRASE_ORIGINS: name, namespace, docstring, ...
  surface TEXT NOT NULL,            -- the phrase as written there
  PRIMARY KEY (concept_id, definition)
) WITHOUT ROWID;

-- The user says which phrases name one concept: what to look up in place of a phrase, the first first.
CREATE TABLE names (
  key TEXT NOT NULL,                -- normal form of the phrase
  position INTEGER NOT NULL, name_key TEXT NOT NULL, name TEXT NOT NULL,
  PRIMARY KEY (key, position)
) WITHOUT ROWID;

-- Entries of Wikidata, of the Stacks project and of Kerodon that a definition corresponds to.
CREATE TABLE cross_references (
  definition INTEGER NOT NULL REFERENCES definitions(number), source TEXT NOT NULL, tag TEXT NOT NULL,
  note TEXT NOT NULL,               -- the part of the entry; may be ''
  PRIMARY KEY (definition, source, tag, note)
) WITHOUT ROWID;

-- t(definition | phrase) by IBM Model 1, most probable first: for each, the number as uint32 and t as float32.
CREATE TABLE translations (key TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;

-- P(companion | definition): what statements that name the definition also name. Bytes as in translations.
CREATE TABLE companions (definition INTEGER PRIMARY KEY, data BLOB NOT NULL);
`;

export const INDEXES = `
CREATE INDEX edges_by_definition ON edges(definition);
CREATE INDEX definitions_by_module ON definitions(module);
`;
