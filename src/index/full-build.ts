/** Builds a full index into a new file: workers read and analyse, one writer inserts, this thread keeps the order. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { ResourceLimits } from 'node:worker_threads';
import { localLink, threadScript, WorkerLink, type Link, type Tasks } from '../base/worker-link.ts';
import { getOrAdd } from '../base/memoize.ts';
import type { BinderRules } from '../lean/binder-rules.ts';
import type { FileOutline, Notation, Problem } from '../lean/declaration.ts';
import { expandLibrary, type LibraryExpansion } from '../lean/generate/expand.ts';
import type { AnalysisInput, RowsToAnalyse, Side } from './analyse-rows.ts';
import { buildProgress, type BuildProgress } from './build-progress.ts';
import { makeBuildTasks, type BuildTasks } from './build-tasks.ts';
import { collectGarbage } from './collect-garbage.ts';
import { contentDigest, fileDigest, generatedDigest } from './digest.ts';
import { expansionEntries, type ExpansionEntry } from './expansion-rows.ts';
import type { IdentifierCounts } from './identifier-counts.ts';
import { LibraryRows } from './library-rows.ts';
import { machineryFolders } from './machinery.ts';
import { resolveMentions, shareUses, type PlacedMention } from './naming.ts';
import { indexProblem, repeatedMessage, type IndexProblem } from './problems.ts';
import type { BatchRead, FileToRead, StoredPart } from './batch-reader.ts';
import { namedRows, packRows, RowBuilder } from './row-batch.ts';
import { FLAG } from './row-columns.ts';
import type { SourceFile, SourcePackage } from './source-files.ts';
import type { TokenListPart } from './token-lists.ts';
import { joinCounts, useLists } from './use-lists.ts';
import type { FileEntry, Remarks } from './writer.ts';
import { makeWriterTasks, type WriterTasks } from './writer-tasks.ts';

export interface BuildTotals {
  files: number;
  declarations: number;
  generated: number;
  problems: IndexProblem[];
  digest: string;
}

export interface FullBuild {
  packages: SourcePackage[];
  /** By package. */
  rules: ReadonlyMap<string, BinderRules>;
  /** Sorted by package name and path, which is the order of ids. */
  files: SourceFile[];
  /** Where to write; the file must not exist. */
  target: string;
  meta: Record<string, string>;
  /** Weights file for the vectors; null: no vectors. */
  weights: string | null;
  signal: AbortSignal;
  onProgress: (progress: BuildProgress) => void;
}

/** Takes some hundredths of a second to read: worth a message, and small enough that its data is short-lived. */
const BATCH_BYTES = 1 << 18;
/** Batches queued per worker, so it never waits for the next. */
const AHEAD = 3;
const MAX_WORKERS = 4;
/** Data of a worker is short-lived if the young generation is large enough; the writer creates little. */
const WORKER_HEAP = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 48 };
const WRITER_HEAP = { maxOldGenerationSizeMb: 400, maxYoungGenerationSizeMb: 16 };

/** Runs a build and always closes all threads. Rejects with the signal's reason on abort. */
export async function buildFull(build: FullBuild): Promise<BuildTotals> {
  const { signal } = build;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  // Last before `try`: an error while threads run, with no code to close them, would keep the process alive.
  const { workers, writer } = startThreads(build);
  try {
    return await Promise.race([new Builder(build, workers, writer).run(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    await Promise.all([...workers, writer].map((link) => link.close()));
  }
}

interface Threads {
  workers: Link<BuildTasks>[];
  writer: Link<WriterTasks>;
}

/** Generated rows per batch. */
const GENERATED_BATCH_ROWS = 4000;

/** Bytes of source. For less, starting threads would take longer than the work. */
const SMALL_LIBRARY = 1 << 20;

function isSmall({ files }: FullBuild): boolean {
  return files.reduce((sum, { size }) => sum + size, 0) < SMALL_LIBRARY;
}

function startThreads(build: FullBuild): Threads {
  const { target } = build;
  if (isSmall(build)) {
    return { workers: [localLink(makeBuildTasks())], writer: localLink(makeWriterTasks()) };
  }
  const count = Math.min(MAX_WORKERS, availableParallelism());
  const start = <T extends Tasks>(name: string, resourceLimits: ResourceLimits): WorkerLink<T> =>
    new WorkerLink<T>(threadScript(name, import.meta.url), 'a build thread', { resourceLimits });
  return {
    workers: Array.from({ length: count }, (_, i) => {
      const worker = start<BuildTasks>('worker', WORKER_HEAP);
      // Next to the new index, with a name that is removed with it.
      void awaitedLater(worker.call('storeTextIn', `${target}.text-${i}`));
      return worker;
    }),
    writer: start<WriterTasks>('writer-worker', WRITER_HEAP),
  };
}

class Builder {
  readonly #build: FullBuild;
  readonly #workers: Link<BuildTasks>[];
  readonly #writer: Link<WriterTasks>;
  readonly #rows = new LibraryRows();
  #filesRead = 0;
  #storedParts: StoredPart[] = [];
  /** By shared part of a file's outline: the full outline as text. As objects, all full outlines would be large. */
  #outlines = new Map<FileOutline, string>();
  #expansions: ExpansionEntry[] = [];
  #mentions: (PlacedMention & { declName: string | null })[] = [];
  readonly #notations: (Notation & { fileId: number })[] = [];
  readonly #problems: (Problem & { fileId: number; isGenerated?: number })[] = [];
  /** Digests of the rows that the expansion added, by file id. */
  readonly #generatedDigests = new Map<number, string>();
  readonly #packageIds: Map<string, number>;
  /**
   * Rows that are literally in the sources. They go to the writer after all files are read: before that, the writer
   * would only take a core from the workers.
   */
  #written: RowsToAnalyse[] = [];
  /** Rows that the expansion has generated. */
  #generated: RowsToAnalyse[] = [];
  /** Pending work of the writer that is not awaited yet; its failure must not be lost. */
  readonly #writes: Promise<unknown>[] = [];

  constructor(build: FullBuild, workers: Link<BuildTasks>[], writer: Link<WriterTasks>) {
    this.#build = build;
    this.#workers = workers;
    this.#writer = writer;
    this.#packageIds = new Map(build.packages.map((pkg, i) => [pkg.name, i + 1]));
  }

  async run(): Promise<BuildTotals> {
    this.#send('open', this.#build.target);
    await this.#read();
    const identifiers = awaitedLater(Promise.all(this.#workers.map((worker) => worker.call('takeIdentifiers', null))));
    for (const rows of this.#written) this.#send('rows', rows);
    this.#report('expand');
    this.#expand();
    this.#checkAbort();
    const passages = this.#resolveMentions();
    this.#reportRepeated();
    this.#report('analyse');
    const text = this.#analyse('text', passages);
    const shapes = this.#analyse('shapes', new Map());
    const totals = this.#writeTables();
    this.#releaseRows();
    this.#collectGarbage();
    const { uses, list } = this.#shareUses(await identifiers);
    // Other threads hold all data now.
    this.#collectGarbage();
    // Without vectors, the text is done before the shapes. Work that can wait until then has a core to itself.
    if (this.#build.weights === null) await text;
    this.#send('indexes', null);
    this.#send('lists', list);
    await Promise.all([text, shapes]);
    this.#checkAbort();
    this.#report('write');
    await Promise.all(this.#writes);
    await this.#writer.call('finish', uses);
    return totals;
  }

  /** A small build leaves little garbage, and collecting it would take most of its time. */
  #collectGarbage(): void {
    if (!isSmall(this.#build)) collectGarbage();
  }

  /** Sends batches in order and takes the results in order, because ids follow the order of files. */
  async #read(): Promise<void> {
    const batches = sliceBySize(this.#build);
    const arrived: (BatchRead | undefined)[] = [];
    let next = 0;
    let taken = 0;
    const work = async (worker: Link<BuildTasks>): Promise<void> => {
      for (let index = next++; index < batches.length; index = next++) {
        this.#checkAbort();
        arrived[index] = await worker.call('read', batches[index]!);
        for (; arrived[taken] !== undefined; taken++) {
          this.#take(arrived[taken]!);
          arrived[taken] = undefined;
        }
      }
    };
    await Promise.all(this.#workers.flatMap((worker) => Array.from({ length: AHEAD }, () => work(worker))));
  }

  #take({ files, rows, ...named }: BatchRead): void {
    this.#filesRead += files.length;
    for (const { stored, outline, shared, mentions, notations, problems } of files) {
      const { id: fileId } = stored;
      this.#storedParts.push(stored);
      this.#outlines.set(shared, outline);
      for (const mention of mentions) this.#mentions.push({ ...mention, fileId, declName: null });
      for (const notation of notations) this.#notations.push({ ...notation, fileId });
      for (const problem of problems) this.#problems.push({ ...problem, fileId });
    }
    this.#written.push(this.#rows.add(rows, named));
    this.#report('read');
  }

  #expand(): void {
    const fileOfModule = new Map<string, number>();
    this.#build.files.forEach(({ module }, i) => {
      if (!fileOfModule.has(module)) fileOfModule.set(module, i + 1);
    });
    const modules = this.#expandOutlines(fileOfModule);
    this.#rows.pack();
    this.#collectGarbage();
    this.#addGenerated(modules, fileOfModule);
  }

  /** The outlines are garbage afterwards. */
  #expandOutlines(fileOfModule: ReadonlyMap<string, number>): LibraryExpansion['modules'] {
    const texts = this.#outlines;
    const outlines = [...texts.keys()];
    const full = (outline: FileOutline): FileOutline => JSON.parse(texts.get(outline)!) as FileOutline;
    const { modules, traces } = expandLibrary(outlines, this.#rows.lookUp(fileOfModule), this.#notations, full);
    this.#expansions = expansionEntries(traces, outlines);
    texts.clear();
    return modules;
  }

  /** Assigns ids to generated rows: after all written rows, file by file. */
  #addGenerated(modules: LibraryExpansion['modules'], fileOfModule: ReadonlyMap<string, number>): void {
    let builder = new RowBuilder();
    const flush = (): void => {
      const { rows } = builder;
      const added = this.#rows.add(packRows(rows), namedRows(rows));
      this.#generated.push(added);
      this.#send('rows', added);
      builder = new RowBuilder();
    };
    for (const [i, file] of this.#build.files.entries()) {
      const fileId = i + 1;
      const expansion = fileOfModule.get(file.module) === fileId ? modules.get(file.module) : undefined;
      if (expansion === undefined) continue;
      const { path, module } = file;
      builder.startFile({ fileId, path, module, package: file.package.name, title: this.#storedParts[i]!.title });
      const { rows } = builder;
      const start = rows.length;
      for (const declaration of expansion.declarations) builder.add(declaration);
      this.#generatedDigests.set(fileId, generatedDigest(rows.slice(start), expansion.problems));
      for (const problem of expansion.problems) this.#problems.push({ ...problem, fileId, isGenerated: 1 });
      modules.delete(file.module);
      if (rows.length >= GENERATED_BATCH_ROWS) flush();
    }
    flush();
  }

  /** Resolves each mention to a name; returns the passages by row. */
  #resolveMentions(): AnalysisInput['mentions'] {
    const rows = this.#rows;
    const names = resolveMentions(this.#mentions, rows.names, {
      exists: (name) => rows.ids(name).length > 0,
      isIn: (name, fileId) => rows.ids(name).some((id) => rows.fileOf(id) === fileId),
    });
    const byId: AnalysisInput['mentions'] = new Map();
    this.#mentions.forEach((mention, i) => {
      const { kind, text } = mention;
      const name = names[i]!;
      mention.declName = name;
      for (const id of name === null ? [] : rows.ids(name)) {
        getOrAdd(byId, id, () => []).push({ kind, text });
      }
    });
    return byId;
  }

  /**
   * Each side has its own workers, if there are enough: V8 compiles code for every thread that runs it, and the data
   * that one side uses repeatedly stays in its core's cache. Within a side, each worker has a range of rows, because
   * lists of consecutive ranges are cheap to join.
   */
  #analyse(side: Side, mentions: AnalysisInput['mentions']): Promise<void> {
    const notations = this.#notations.map(({ fileId: _, ...notation }) => notation);
    const { weights } = this.#build;
    // If the number of workers is odd, each side takes the larger half, from opposite ends.
    const half = Math.ceil(this.#workers.length / 2);
    const workers = side === 'text' ? this.#workers.slice(0, half) : this.#workers.slice(-half);
    const parts = splitByRows([...this.#written, ...this.#generated], half).map((batches, i) =>
      workers[i]!.call('analyse', { sides: [side], notations, batches, mentions, weights }),
    );
    return awaitedLater(Promise.all(parts).then((all) => this.#send('analysed', all)));
  }

  /** Releases everything but the names; other threads hold the rest. */
  #releaseRows(): void {
    this.#rows.release();
    this.#written = [];
    this.#generated = [];
  }

  #shareUses(counts: readonly IdentifierCounts[]): { uses: Float32Array; list: TokenListPart } {
    const all = joinCounts(counts);
    const rows = { names: this.#rows.takeNames(), idAt: (index: number) => index + 1, idLimit: this.#rows.nextId };
    const { uses, declared } = shareUses(rows, all.spellings, all.totals);
    return { uses, list: useLists(all, declared) };
  }

  /** Writes everything that is known by now, while workers analyse. */
  #writeTables(): BuildTotals {
    const files = this.#storedParts.map((stored, i): FileEntry => {
      const { package: pkg, ...file } = this.#build.files[i]!;
      const digest = this.#generatedDigests.get(stored.id) ?? '';
      return { ...stored, ...file, packageId: this.#packageIds.get(pkg.name)!, generatedDigest: digest };
    });
    const digest = contentDigest(
      this.#build.files.map(({ package: pkg, path }, i) => ({
        package: pkg.name,
        path,
        digest: fileDigest(files[i]!),
      })),
    );
    const packages = this.#build.packages.map((pkg, i) => ({ id: i + 1, ...pkg }));
    const rowCount = this.#rows.nextId - 1;
    const generated = this.#generated.reduce((sum, { length }) => sum + length, 0);
    const meta = {
      ...this.#build.meta,
      digest,
      machinery: machineryFolders(files),
      row_count: String(rowCount),
      id_limit: String(rowCount + 1),
      segments: '1',
      generated_count: String(generated),
    };
    this.#send('packages', packages);
    for (const chunk of chunks(files)) this.#send('files', chunk);
    for (const mentions of chunks(this.#mentions)) this.#send('remarks', { ...NO_REMARKS, mentions });
    this.#send('remarks', { mentions: [], notations: this.#notations, problems: this.#problems });
    for (const chunk of chunks(this.#expansions)) this.#send('expansions', chunk);
    this.#send('meta', meta);
    this.#expansions = [];
    this.#mentions = [];
    this.#storedParts = [];
    return {
      files: files.length,
      declarations: rowCount,
      generated,
      problems: this.#problems.map(({ fileId, line, message }) =>
        indexProblem({ path: this.#absolute(fileId), line, message }),
      ),
      digest,
    };
  }

  /** A full name that occurs twice is stored twice and reported; approximate and private names may repeat. */
  #reportRepeated(): void {
    for (const [name, [first, ...others]] of this.#rows.repeated(FLAG.private | FLAG.approximate)) {
      const firstPath = this.#build.files[this.#rows.fileOf(first!) - 1]!.path;
      for (const id of others) {
        const message = repeatedMessage(name, firstPath);
        this.#problems.push({ fileId: this.#rows.fileOf(id), line: this.#rows.declaration(id).line, message });
      }
    }
  }

  #absolute(fileId: number): string {
    const file = this.#build.files[fileId - 1]!;
    return join(file.package.root, file.path);
  }

  #send<Name extends keyof WriterTasks>(task: Name, input: Parameters<WriterTasks[Name]>[0]): void {
    this.#writes.push(awaitedLater(this.#writer.call(task, input)));
  }

  #report(phase: BuildProgress['phase']): void {
    const counts = {
      filesDone: this.#filesRead,
      filesTotal: this.#build.files.length,
      declarations: this.#rows.nextId - 1,
    };
    this.#build.onProgress(buildProgress({ phase, ...counts }));
  }

  #checkAbort(): void {
    this.#build.signal.throwIfAborted();
  }
}

/** Until it is awaited, a failure must not end the process. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

const NO_REMARKS: Remarks = { mentions: [], notations: [], problems: [] };

/** Entries per message to the writer. One message with all entries would hold them in memory twice. */
const MESSAGE_ENTRIES = 1000;

function* chunks<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += MESSAGE_ENTRIES) yield list.slice(start, start + MESSAGE_ENTRIES);
}

/** Splits batches, in their order, into `count` parts with similar numbers of rows. */
function splitByRows(batches: readonly RowsToAnalyse[], count: number): RowsToAnalyse[][] {
  const parts = Array.from({ length: count }, (): RowsToAnalyse[] => []);
  const rowCount = batches.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  for (const batch of batches) {
    if (batch.length === 0) continue;
    parts[Math.min(count - 1, Math.floor((before / rowCount) * count))]!.push(batch);
    before += batch.length;
  }
  return parts;
}

/** Splits files, in their order, into slices of about `BATCH_BYTES`. */
function sliceBySize({ files, rules }: Pick<FullBuild, 'files' | 'rules'>): FileToRead[][] {
  const slices: FileToRead[][] = [];
  let bytes = BATCH_BYTES;
  files.forEach((file, i) => {
    if (bytes >= BATCH_BYTES) {
      slices.push([]);
      bytes = 0;
    }
    bytes += file.size;
    const { path, module } = file;
    const { name, root } = file.package;
    const place = { absolute: join(root, path), path, module, package: name };
    slices.at(-1)!.push({ fileId: i + 1, ...place, rules: rules.get(name)! });
  });
  return slices;
}
