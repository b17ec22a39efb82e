/** The tables of `index.sqlite`, with comments for a user who opens the file with `sqlite3`. */
import { DECLS_DEFINITION } from './row-columns.ts';

/** Increased when a table or the meaning of a column changes; an index of another version is rebuilt. */
export const SCHEMA_VERSION = 6;

export const SCHEMA = `
-- Sources and tools of this index: schema, reader, toolchain, content digest. See index stats.
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- One row per source tree: the project, a Lake package, or the toolchain's own sources.
CREATE TABLE packages (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  root TEXT NOT NULL,               -- absolute path of the package's root
  rev TEXT NOT NULL,                -- git commit, or 'unknown'
  kind TEXT NOT NULL                -- 'root' | 'project' | 'git' | 'path' | 'toolchain'
);

CREATE TABLE files (
  id INTEGER PRIMARY KEY, package_id INTEGER NOT NULL REFERENCES packages(id),
  path TEXT NOT NULL,               -- below the package's root, with '/'
  module TEXT NOT NULL,             -- 'Mathlib.Data.Nat.Basic'
  title TEXT,                       -- first heading of the module doc
  is_program INTEGER NOT NULL,      -- 1 if it extends Lean: see index/machinery.ts
  size INTEGER NOT NULL, mtime_ms REAL NOT NULL, hash TEXT NOT NULL,
  digest TEXT NOT NULL,             -- digest of the rows from this file: of the next two
  own_digest TEXT NOT NULL,         -- digest of what is literally in it
  generated_digest TEXT NOT NULL,   -- digest of what attributes in it generate; '' if nothing
  outline BLOB NOT NULL,            -- JSON, raw deflate: the input for generated names
  identifiers BLOB NOT NULL,        -- raw deflate: one 'name count' per line, every dotted identifier as written
  proofs BLOB NOT NULL,             -- which of these lines each proof contains: see index/proof-lines.ts
  skeletons BLOB NOT NULL,          -- the skeleton of each proof, with the names in its slots: see index/skeleton-lines.ts
  UNIQUE (package_id, path)
);

-- One row per declaration: every name that a user can write, as far as the sources show it.
CREATE TABLE decls (
${DECLS_DEFINITION}
);

-- For reading by hand: decls with the columns that are stored once per file or scope.
CREATE VIEW declarations AS
SELECT d.*, f.module, p.name AS package, s.variables, s.opens FROM decls d
JOIN files f ON f.id = d.file_id JOIN packages p ON p.id = f.package_id JOIN scopes s ON s.id = d.scope_id;

-- What is in scope: binders of 'variable' commands and opened namespaces, one per line. Many declarations share a row.
CREATE TABLE scopes (id INTEGER PRIMARY KEY, variables TEXT NOT NULL, opens TEXT NOT NULL);

-- One small number per row of decls, by id, for ranking: kind, flags, origin (one byte each) and uses (float32):
-- how often the sources name a declaration, divided among those with the same last name.
CREATE TABLE row_columns (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;

CREATE VIRTUAL TABLE decls_fts USING fts5(name, signature, doc, content='decls', content_rowid='id');

-- What an update needs to know about the expansion of attributes, to repeat it only where something has changed.
CREATE TABLE expansions (
  place INTEGER PRIMARY KEY,        -- position in the order of the expansion
  module TEXT NOT NULL UNIQUE,
  asked BLOB NOT NULL,              -- hashes (4 bytes each) of its queries about names of the library
  left TEXT NOT NULL,               -- JSON: its results for later modules, such as translations; '' if none
  shared TEXT NOT NULL              -- JSON: the module's structures and dictionaries; '' if it has none
);

-- Passages of docstrings that mention a declaration.
CREATE TABLE mentions (
  file_id INTEGER NOT NULL REFERENCES files(id), line INTEGER NOT NULL,
  target TEXT NOT NULL, kind TEXT NOT NULL, namespace TEXT NOT NULL, text TEXT NOT NULL,
  decl_name TEXT                    -- full name it resolves to, or null
);

CREATE TABLE notations (
  file_id INTEGER NOT NULL REFERENCES files(id), line INTEGER NOT NULL, data TEXT NOT NULL -- JSON of lean/declaration.ts Notation
);

-- Posting lists in our own format: see index/postings.ts. One list is the concatenation of its segments, in order.
CREATE TABLE postings (
  token TEXT NOT NULL,              -- with a prefix that names the channel: 'w:' words, 'n:' name parts, 's:' shapes;
                                    -- 'u:' identifiers as written, whose rows are files.id and weights are counts
  segment INTEGER NOT NULL,         -- 0 from a build; an update adds higher ones
  count INTEGER NOT NULL, data BLOB NOT NULL,
  PRIMARY KEY (token, segment)
) WITHOUT ROWID;

-- For the ranking, in blocks of 4096 ids: see index/row-vectors.ts. Empty in an index without vectors.
CREATE TABLE row_vectors (
  number INTEGER PRIMARY KEY,       -- id >> 12
  vectors BLOB NOT NULL,            -- 4096 rows, each of as many signed bytes as the tables have dimensions
  counts BLOB NOT NULL,             -- words per row, 16 bits each
  words BLOB NOT NULL               -- token and set of fields, 16 bits each, row after row
);

-- Text that could not be read, and names that are declared twice.
CREATE TABLE problems (
  file_id INTEGER NOT NULL REFERENCES files(id), line INTEGER NOT NULL, message TEXT NOT NULL,
  is_generated INTEGER NOT NULL     -- 1 if it is about what an attribute generates
);
`;

/** Created after the bulk insert: sorting once is faster than maintaining order. */
export const SCHEMA_INDEXES = `
CREATE INDEX decls_by_name ON decls(name);
CREATE INDEX decls_by_name_lower ON decls(name_lower);
CREATE INDEX decls_by_file ON decls(file_id);
CREATE INDEX decls_by_instance ON decls(instance_of) WHERE instance_of IS NOT NULL;
CREATE INDEX decls_by_from ON decls(generated_from) WHERE generated_from IS NOT NULL;
CREATE INDEX mentions_by_decl ON mentions(decl_name) WHERE decl_name IS NOT NULL;
`;
