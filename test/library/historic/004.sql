-- A library as it was written by the fourth version: its tables, then its rows. It never changes.
PRAGMA application_id = 1282231394;
PRAGMA foreign_keys = OFF;
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
CREATE TABLE files (
  document_id INTEGER NOT NULL REFERENCES documents(id) ON DELETE CASCADE,
  position INTEGER NOT NULL, path TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (document_id, position)
) WITHOUT ROWID;
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
  words TEXT, derivation_id INTEGER REFERENCES derivations(id) ON DELETE CASCADE, payload TEXT,                       -- version of the reader of words that made its row in entry_words; null: none
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
CREATE VIRTUAL TABLE entry_words USING fts5(title, called, headings, body, proof, tokenize = 'ascii');
CREATE VIRTUAL TABLE entry_word_counts USING fts5vocab(entry_words, row);
CREATE TABLE "vector_spaces" (
  id INTEGER PRIMARY KEY, space TEXT NOT NULL, snapshot TEXT NOT NULL, dimension INTEGER NOT NULL, embedder TEXT NOT NULL DEFAULT '',
  UNIQUE (space, snapshot, dimension)
);
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY, space_id INTEGER NOT NULL REFERENCES "vector_spaces"(id) ON DELETE CASCADE,
  content_hash TEXT NOT NULL,
  vector BLOB NOT NULL,             -- 32-bit floats, little-endian, of length 1
  UNIQUE (space_id, content_hash)
);
CREATE TABLE vector_codes (
  id INTEGER PRIMARY KEY REFERENCES vectors(id) ON DELETE CASCADE,
  scale REAL NOT NULL,              -- what a byte is divided by
  code BLOB NOT NULL                -- a signed byte a component
);
CREATE TABLE derivations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  maker TEXT NOT NULL,              -- name of the builder, or 'human'
  version TEXT NOT NULL,            -- of the builder, with its model and prompt if it has them
  unit TEXT NOT NULL,               -- what was worked on, named by the maker
  input_hash TEXT NOT NULL,         -- of all inputs, computed by the maker; '' if the unit must be made again
  UNIQUE (source_id, maker, unit)
);
CREATE INDEX derivations_by_maker ON derivations(maker, version);
CREATE TABLE derivation_inputs (
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  entry_id INTEGER REFERENCES entries(id) ON DELETE SET NULL,  -- null: removed
  content_hash TEXT NOT NULL,
  PRIMARY KEY (derivation_id, position)
) WITHOUT ROWID;
CREATE INDEX derivation_inputs_by_entry ON derivation_inputs(entry_id);
CREATE VIEW stale_derivations AS
SELECT * FROM derivations d WHERE input_hash = '' OR EXISTS (
  SELECT 1 FROM derivation_inputs i LEFT JOIN entries e ON e.id = i.entry_id
  WHERE i.derivation_id = d.id AND e.content_hash IS NOT i.content_hash
);
CREATE INDEX entries_by_derivation ON entries(derivation_id, position);
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
CREATE VIEW edges AS
SELECT from_id, kind, to_id, derivation_id FROM derived_edges
UNION ALL SELECT DISTINCT entry_id, 'refers', to_id, NULL FROM refs WHERE to_id IS NOT NULL AND to_id <> entry_id
UNION ALL SELECT e.id, 'follows', p.id, NULL FROM entries e
  JOIN entries p ON p.document_id = e.document_id AND p.position = (
    SELECT max(position) FROM entries WHERE document_id = e.document_id AND position < e.position);
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
CREATE UNIQUE INDEX vector_spaces_by_name ON vector_spaces(space);
CREATE TABLE entry_texts (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  space TEXT NOT NULL, part INTEGER NOT NULL,
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  text_hash TEXT NOT NULL,          -- vectors.content_hash
  PRIMARY KEY (entry_id, space, part, derivation_id)
) WITHOUT ROWID;
CREATE INDEX entry_texts_by_hash ON entry_texts(text_hash, space);
CREATE INDEX entry_texts_by_derivation ON entry_texts(derivation_id);
CREATE TABLE entry_attributes (
  entry_id INTEGER NOT NULL REFERENCES entries(id) ON DELETE CASCADE,
  part INTEGER NOT NULL,            -- 0: the statement; n: the nth proof or solution
  name TEXT NOT NULL,
  derivation_id INTEGER NOT NULL REFERENCES derivations(id) ON DELETE CASCADE,
  value TEXT NOT NULL, evidence TEXT NOT NULL,  -- JSON
  PRIMARY KEY (entry_id, part, name, derivation_id)
) WITHOUT ROWID;
CREATE INDEX entry_attributes_by_derivation ON entry_attributes(derivation_id);
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  command TEXT NOT NULL,
  options TEXT NOT NULL,            -- JSON
  started_at TEXT NOT NULL,
  ended_at TEXT,                    -- null: it runs, or was killed; what it wrote counts
  counts TEXT NOT NULL,             -- JSON: what it wrote, named by the command
  undone_at TEXT
);
ALTER TABLE derivations ADD COLUMN run_id INTEGER REFERENCES runs(id) ON DELETE SET NULL;
CREATE TABLE replaced_derivations (
  run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
  source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  maker TEXT NOT NULL, unit TEXT NOT NULL,
  previous TEXT,                    -- JSON: the derivation with its rows and its run; null: there was none
  PRIMARY KEY (run_id, source_id, maker, unit)
) WITHOUT ROWID;
CREATE INDEX replaced_derivations_by_unit ON replaced_derivations(source_id, maker, unit);
CREATE INDEX entries_heads ON entries(source_id, kind, called, key, content_hash);
CREATE INDEX entries_stating ON entries(id) WHERE payload LIKE '%"attributes"%';
CREATE INDEX entry_attributes_of_heads ON entry_attributes(name, entry_id, derivation_id, value)
  WHERE part = 0 AND name IN ('type', 'field');
INSERT INTO steps (name, done_at) VALUES ('001-documents-and-entries', '2026-11-22T13:17:48.191Z');
INSERT INTO steps (name, done_at) VALUES ('002-derived-rows', '2026-11-24T00:18:35.833Z');
INSERT INTO sources (id, name, added_at) VALUES (1, 'book', '2026-11-22T13:17:48.221Z');
INSERT INTO sources (id, name, added_at) VALUES (4, 'concepts', '2026-11-24T00:18:35.980Z');
INSERT INTO documents (id, source_id, name, path, title, format, digest, content, read_by, externals, problems, added_at, changed_at) VALUES (1, 1, 'sets', '/books/sets.tex', 'Sets', 'latex', '6674df7f37828af2e21b0b0179bcbd59c374b526bdcd7b69ebd7d5a3cd199891', '68a37a29f28b816db182f6a9578f2ee4a08445ea54e3d54d3abd317ad72397ca', 'documents@1', '[{"prefix":"orders-","document":"orders"}]', '[{"code":"input-missing","message":"The file figure.tex is not there.","place":null}]', '2026-11-22T13:17:48.221Z', '2026-11-22T13:17:48.221Z');
INSERT INTO documents (id, source_id, name, path, title, format, digest, content, read_by, externals, problems, added_at, changed_at) VALUES (2, 1, 'orders', '/books/orders.tex', 'Orders', 'latex', 'b1f657417f56867c3e50ec2ded34ad7ec9eebda35e95d0a42f46e43fbc866ccd', 'cd91e8565562b09b285a4aec1fe697f362d219c229db3f18c351f824b8eed757', 'documents@1', '[]', '[]', '2026-11-22T13:17:48.243Z', '2026-11-22T13:17:48.260Z');
INSERT INTO files (document_id, position, path, sha256) VALUES (1, 0, 'book.tex', 'eb35d61859d92351cf5782ae67bb4394d9fc6429523622d3518e13943dd59e06');
INSERT INTO files (document_id, position, path, sha256) VALUES (2, 0, 'book.tex', '69ccd4b8851a280cafd7e3fa365df2a071c7e47395ccdb2e65bef6ba500b7b5e');
INSERT INTO entries (id, source_id, document_id, position, key, kind, called, number, title, headings, body, proof, file, line, page, content_hash, words, derivation_id, payload) VALUES (1, 1, 1, 0, 'sets#chain', 'definition', 'Definition', NULL, '', '[]', 'A \emph{chain} is a totally ordered set.', NULL, 'book.tex', 1, NULL, 'cb0bcf000a3c03603f4a17c588ebf938c711e9adcf815c1a589d9a39ea0b47a9', '1', NULL, NULL);
INSERT INTO entries (id, source_id, document_id, position, key, kind, called, number, title, headings, body, proof, file, line, page, content_hash, words, derivation_id, payload) VALUES (2, 1, 1, 1, 'sets#zorn', 'theorem', 'Lemma', '1.2', 'Zorn', '["Chains"]', 'If every chain is bounded, there is a maximal element.', 'By \ref{orders-bound}.', 'book.tex', 1, NULL, '2841802d70c17db117610280f8852f80275f43bf6f6471f760f49597b9402574', '1', NULL, NULL);
INSERT INTO entries (id, source_id, document_id, position, key, kind, called, number, title, headings, body, proof, file, line, page, content_hash, words, derivation_id, payload) VALUES (4, 1, 2, 0, 'orders#bound', 'theorem', 'Lemma', NULL, '', '[]', 'A finite chain is bounded.', NULL, 'book.tex', 1, NULL, 'a252d8b4871335a945b2c7bcdb8e0517ccf871a175c8937640f3178bf00d95f3', '1', NULL, NULL);
INSERT INTO entries (id, source_id, document_id, position, key, kind, called, number, title, headings, body, proof, file, line, page, content_hash, words, derivation_id, payload) VALUES (5, 4, NULL, 0, 'chain', 'concept', '', NULL, 'Chain', '[]', 'A totally ordered subset.', NULL, NULL, NULL, NULL, '30f2ef8a29e909691af6b086b9f6d118bfc26ec17c16fa282a17d4c646265e26', NULL, 1, '{"field":"order theory","core":true}');
INSERT INTO labels (source_id, label, entry_id) VALUES (1, 'chain', 1);
INSERT INTO labels (source_id, label, entry_id) VALUES (1, 'zorn', 2);
INSERT INTO labels (source_id, label, entry_id) VALUES (1, 'bound', 4);
INSERT INTO labels (source_id, label, entry_id) VALUES (4, 'linear order', 5);
INSERT INTO refs (entry_id, kind, label, source_id, target_document, target_label, to_id) VALUES (2, 'cites', 'zorn1935', 1, NULL, 'zorn1935', NULL);
INSERT INTO refs (entry_id, kind, label, source_id, target_document, target_label, to_id) VALUES (2, 'refers', 'chain', 1, 'sets', 'chain', 1);
INSERT INTO refs (entry_id, kind, label, source_id, target_document, target_label, to_id) VALUES (2, 'refers', 'nowhere', 1, NULL, 'nowhere', NULL);
INSERT INTO refs (entry_id, kind, label, source_id, target_document, target_label, to_id) VALUES (2, 'refers', 'orders-bound', 1, 'orders', 'bound', 4);
INSERT INTO vector_spaces (id, space, snapshot, dimension, embedder) VALUES (1, 'default', 'abc', 2, 'local/tiny');
INSERT INTO vector_spaces (id, space, snapshot, dimension, embedder) VALUES (2, 'titles', 'abc', 2, 'local/tiny');
INSERT INTO vectors (id, space_id, content_hash, vector) VALUES (1, 1, 'cb0bcf000a3c03603f4a17c588ebf938c711e9adcf815c1a589d9a39ea0b47a9', x'9a99193fcdcc4c3f');
INSERT INTO vectors (id, space_id, content_hash, vector) VALUES (2, 2, 'hash of Chain', x'9a99193fcdcc4c3f');
INSERT INTO vector_codes (id, scale, code) VALUES (1, 158.75, x'5f7f');
INSERT INTO vector_codes (id, scale, code) VALUES (2, 158.7499976344407, x'5f7f');
INSERT INTO derivations (id, source_id, maker, version, unit, input_hash) VALUES (1, 4, 'concepts', '1', 'chain', '2841802d70c17db117610280f8852f80275f43bf6f6471f760f49597b9402574');
INSERT INTO derivation_inputs (derivation_id, position, entry_id, content_hash) VALUES (1, 0, 2, '2841802d70c17db117610280f8852f80275f43bf6f6471f760f49597b9402574');
INSERT INTO derived_edges (from_id, kind, to_id, derivation_id, payload, evidence) VALUES (5, 'defined-by', 1, 1, '{"weight":0.5}', '{"line":1}');
INSERT INTO declaration_links (entry_id, kind, package, name, derivation_id, statement_hash, payload, evidence) VALUES (5, 'formalises', 'Mathlib', 'IsChain', 1, 'abc', 'null', '["by name"]');
INSERT INTO entry_texts (entry_id, space, part, derivation_id, text_hash) VALUES (5, 'titles', 0, 1, 'hash of Chain');
INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (1, '', 'definit', '', 'chain total order set', '');
INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (2, 'zorn', 'lemma', 'chain', 'chain bound maxim element', '');
INSERT INTO entry_words (rowid, title, called, headings, body, proof) VALUES (4, '', 'lemma', '', 'finit chain bound', '');
CREATE TRIGGER entries_gone AFTER DELETE ON entries BEGIN
  DELETE FROM entry_words WHERE rowid = old.id;
END;
CREATE TRIGGER entries_changed AFTER UPDATE OF title, called, headings, body, proof ON entries BEGIN
  DELETE FROM entry_words WHERE rowid = old.id;
  UPDATE entries SET words = NULL WHERE id = old.id;
END;
UPDATE sqlite_sequence SET seq = 4 WHERE name = 'sources';
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'documents';
UPDATE sqlite_sequence SET seq = 5 WHERE name = 'entries';
UPDATE sqlite_sequence SET seq = 1 WHERE name = 'derivations';
INSERT INTO steps (name, done_at) VALUES ('003-attributes-and-runs', '2026-11-25T23:20:00.000Z');
INSERT INTO steps (name, done_at) VALUES ('004-heads-of-entities', '2026-11-27T06:20:00.000Z');
INSERT INTO runs (id, command, options, started_at, ended_at, counts, undone_at) VALUES (1, 'build', '{"source":[]}', '2026-11-25T23:20:00.000Z', '2026-11-25T23:20:01.000Z', '{"entities":1}', NULL);
INSERT INTO derivations (id, source_id, maker, version, unit, input_hash, run_id) VALUES (2, 1, 'rules', '1', 'sets#zorn', 'abc', 1);
INSERT INTO entry_attributes (entry_id, part, name, derivation_id, value, evidence) VALUES (2, 0, 'field', 2, '"logic"', '{"rule":"subject"}');
INSERT INTO replaced_derivations (run_id, source_id, maker, unit, previous) VALUES (1, 1, 'rules', 'sets#zorn', NULL);
UPDATE sqlite_sequence SET seq = 2 WHERE name = 'derivations';
