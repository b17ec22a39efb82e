/** The words of all rows of an index, analysed again from the rows. Token tables are trained on them. */
import type { LibraryIndex } from '../../src/index/library-index.ts';
import type { Mention } from '../../src/lean/declaration.ts';
import { wordAnalyser } from '../../src/index/words/analyser.ts';

/** Row `r` (0-based, in ascending order of id) has the entries `starts[r]` to `starts[r + 1]`. */
export interface RowWords {
  ids: Uint32Array;
  starts: Uint32Array;
  /** Numbers into `vocabulary`. */
  stems: Uint32Array;
  /** Sets of fields, as in `words/fields.ts`. */
  fields: Uint16Array;
  vocabulary: readonly string[];
}

const BATCH_ROWS = 5000;

/** Analyses all rows of the index again. */
export function readRowWords(index: LibraryIndex): RowWords {
  const starts = new Uint32Array(index.rowCount + 1);
  const ids = new Uint32Array(index.rowCount);
  let stems = new Uint32Array(1 << 22);
  let fields = new Uint16Array(1 << 22);
  let vocabulary: readonly string[] = [];
  let end = 0;
  const analyse = wordAnalyser((touched, fieldsOf, known) => {
    vocabulary = known;
    while (end + touched.length > stems.length) {
      stems = grown(stems, new Uint32Array(2 * stems.length));
      fields = grown(fields, new Uint16Array(2 * fields.length));
    }
    for (const stem of touched) {
      stems[end] = stem;
      fields[end++] = fieldsOf[stem]!;
    }
  })({ notations: index.notations(), numberToken: () => 0, onUnreadable: () => undefined });
  const passages = passagesByName(index);
  const titles = new Map(
    index
      .all<{ module: string; title: string | null }>('SELECT module, title FROM files')
      .map(({ module, title }) => [module, title]),
  );
  const all = index.all<{ id: number }>('SELECT id FROM decls ORDER BY id').map(({ id }) => id);
  let row = 0;
  for (let first = 0; first < all.length; first += BATCH_ROWS) {
    for (const declaration of index.rows(all.slice(first, first + BATCH_ROWS))) {
      const { id, name, signature, type, module, attributes } = declaration;
      analyse(
        {
          declaration: {
            ...declaration,
            typeAt: signature.length - type.length,
            attributes: attributes.map((one) => ({ name: one, args: '', doc: null, scope: 'global' })),
            opens: declaration.opens ?? [],
          },
          module,
          title: titles.get(module) ?? null,
          mentions: passages.get(name) ?? [],
        },
        () => {},
      );
      ids[row++] = id;
      starts[row] = end;
    }
  }
  return { ids, starts, stems: stems.slice(0, end), fields: fields.slice(0, end), vocabulary };
}

function passagesByName(index: LibraryIndex): Map<string, Pick<Mention, 'kind' | 'text'>[]> {
  const byName = new Map<string, Pick<Mention, 'kind' | 'text'>[]>();
  const sql = `SELECT m.decl_name AS name, m.kind, m.text FROM mentions m JOIN files f ON f.id = m.file_id
    JOIN packages p ON p.id = f.package_id WHERE m.decl_name IS NOT NULL ORDER BY p.name, f.path, m.rowid`;
  for (const { name, ...passage } of index.all<{ name: string } & Pick<Mention, 'kind' | 'text'>>(sql)) {
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [passage]);
    else list.push(passage);
  }
  return byName;
}

function grown<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
