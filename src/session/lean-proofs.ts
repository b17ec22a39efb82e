/** Which theorems of the library Lean has proved: `check` accepts the declarations that formalize them. */
import { join } from 'node:path';
import { Failure } from '../base/errors.ts';
import { memoizeByValue } from '../base/memoize.ts';
import type { LibraryIndex } from '../index/library-index.ts';
import type { PackageKind } from '../index/source-files.ts';
import { readUserFile } from '../lean/user-file.ts';
import { type FormalizationLink, formalizationLinks, namesInForce } from '../library/formalization-links.ts';
import type { EntityRow } from '../library/knowledge-rows.ts';
import type { Library } from '../library/library.ts';
import { statementNodes } from '../library/statement-nodes.ts';
import type { JudgingOptions } from '../options/judging-options.ts';
import { declarationState } from '../search/library/declaration-links.ts';
import { publicRows } from '../search/public-rows.ts';
import type { CommandContext } from './command-context.ts';
import { withCommandIndex } from './command-index.ts';
import { judgeFile } from './judge-file.ts';
import { refreshProject } from './refresh.ts';

/** As `check` without options. */
const JUDGING: JudgingOptions = { level: 'audit', allowAxioms: [], requireSandbox: null };

/** Files of the user. Those of dependencies are not compiled again. */
const OWN_PACKAGES: readonly PackageKind[] = ['project', 'root'];

interface Formalization {
  /** Full names of the declarations. */
  names: readonly string[];
  /** Those of the library that name them. */
  links: readonly FormalizationLink[];
}

export class LeanProofs {
  /** Why a linked declaration does not count, once each. */
  readonly notices = new Set<string>();
  readonly #formalizations: ReadonlyMap<number, Formalization>;
  readonly #context: CommandContext;
  readonly #accepts = memoizeByValue((name: string) => this.#inTurn(() => this.#check(name)));
  #last: Promise<unknown> = Promise.resolve();
  #refreshed: Promise<void> | null = null;

  /** `entities`: those that may be asked about. Reads the library now; the index and Lean only when they are needed. */
  constructor(library: Library, entities: readonly EntityRow[], context: CommandContext) {
    this.#context = context;
    this.#formalizations = formalizationsOf(library, entities, context.settings.linkConfidence);
  }

  /** Names of the declarations that formalize an entity, if `check` accepts all of them; otherwise none. */
  async provedBy({ id }: EntityRow): Promise<string[]> {
    const formalization = this.#formalizations.get(id);
    if (formalization === undefined) return [];
    const { names, links } = formalization;
    try {
      await (this.#refreshed ??= refreshProject(this.#context));
      await withCommandIndex(this.#context, (index) => {
        const changed = links.find((link) => declarationState(index, link) === 'statement changed');
        if (changed !== undefined)
          throw new NotProved(`The statement of ${changed.name} has changed since it was linked.`);
      });
      for (const name of names) await this.#accepts(name);
      return [...names];
    } catch (error) {
      // What is missing here, or wrong in a file, costs the verdict and nothing else.
      if (error instanceof NotProved) this.notices.add(error.message);
      else if (error instanceof Failure) this.notices.add(noticeOf(error));
      else throw error;
      return [];
    }
  }

  /** One Lean at a time: each may need several gigabytes. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** @throws {NotProved} {Failure} if Lean does not accept the declaration */
  async #check(name: string): Promise<void> {
    const context = this.#context;
    const path = await withCommandIndex(context, (index) => sourceFileOf(index, name));
    const file = await readUserFile(path);
    const { verdict } = await judgeFile(
      {
        ...{ file, original: null, only: name, allowNew: false },
        showProgress: (progress) => progress.update(0, 1, `${name} in ${path}`),
      },
      JUDGING,
      context,
    );
    context.signal.throwIfAborted();
    if (verdict.kind === 'unchecked') throw new NotProved(`${name} was not checked: ${verdict.detail}`);
    if (verdict.kind === 'rejected' || verdict.conditional.length > 0)
      throw new NotProved(`${name} is not proved: lemmahead check ${path} --decl ${name}`);
  }
}

class NotProved extends Error {
  override readonly name = 'NotProved';
}

const noticeOf = ({ detail: { message, reason } }: Failure): string =>
  reason === undefined ? message : `${message} ${reason}`;

/** By entity: accepted, given and confident links. */
function formalizationsOf(library: Library, entities: readonly EntityRow[], least: number): Map<number, Formalization> {
  const wanted = new Set(entities.map(({ id }) => id));
  const found = new Map<number, Formalization>();
  for (const source of new Set(entities.map((entity) => entity.source))) {
    const links = Map.groupBy(formalizationLinks(library.database, source), ({ entry }) => entry);
    for (const { id, node } of statementNodes(library.database, source)) {
      if (!wanted.has(id)) continue;
      const own = links.get(id) ?? [];
      const names = namesInForce(own, { given: node.statement.lean, least });
      const isCounted = ({ kind, name }: FormalizationLink): boolean => kind === 'formalizes' && names.includes(name);
      if (names.length > 0) found.set(id, { names, links: own.filter(isCounted) });
    }
  }
  return found;
}

/** @throws {NotProved} if the index lacks the declaration, or its file is not the user's */
function sourceFileOf(index: LibraryIndex, name: string): string {
  const [row] = publicRows(index, name);
  if (row === undefined) throw new NotProved(`The index has no declaration ${name}.`);
  const [found] = index.all<{ root: string; kind: PackageKind }>(
    'SELECT root, kind FROM packages WHERE name = ?',
    row.package,
  );
  if (found === undefined || !OWN_PACKAGES.includes(found.kind))
    throw new NotProved(`${name} was not checked: it is in ${row.package}, and only files of the project are checked.`);
  return join(found.root, row.filePath);
}
