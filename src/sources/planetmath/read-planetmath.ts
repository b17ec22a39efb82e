/** Reads PlanetMath: one article, or a folder with the articles of a subject, as one document. */
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { Failure } from '../../base/errors.ts';
import { getOrAdd } from '../../base/memoize.ts';
import { assemble } from '../assemble.ts';
import type { Block, ProofBlock, StatementBlock, TextContent } from '../block.ts';
import type { Document, PieceFacts, PieceKind } from '../document.ts';
import { readFirstFile } from '../first-file.ts';
import { folderDigest } from '../folder-digest.ts';
import { loadTexParser } from '../latex/tex-parser.ts';
import { ProblemList } from '../problem-list.ts';
import type { ReadOptions } from '../read-document.ts';
import { isArticle } from './metadata.ts';
import { readArticle, type Article } from './read-article.ts';
import { isProof, isTitledAsProof, provenBy } from './proofs.ts';

/** @throws {Failure} if the file or folder cannot be read */
export async function readPlanetMath(path: string, options: ReadOptions): Promise<Document> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const name = basename(realpathSync(path));
  const paths = isFolder ? articlePaths(path) : [path];
  const problems = new ProblemList();
  const files: Document['files'] = isFolder ? [{ path: name, sha256: folderDigest(path) }] : [];
  const parse = await loadTexParser();
  const articles: Article[] = [];
  for (const [done, each] of paths.entries()) {
    const file = isFolder ? `${name}/${basename(each)}` : name;
    options.onProgress?.(done, paths.length, file);
    await yieldToEventLoop();
    options.signal?.throwIfAborted();
    try {
      const { text, file: found } = readFirstFile(each);
      files.push({ ...found, path: file });
      if (isFolder && !isArticle(text)) continue;
      const article = await readArticle(text, file, parse, options);
      problems.addAll(article.problems);
      articles.push(article);
    } catch (error) {
      if (!isFolder || !(error instanceof Failure)) throw error;
      problems.add('article-unreadable', error.message, { file, line: null, page: null });
    }
  }
  const title = isFolder ? name.replace(/^\d+_/, '').replaceAll('_', ' ') : (articles[0]?.title ?? name);
  const { pieces, problems: more } = assemble(blocksOf(articles, problems), title, options.maxTokens);
  problems.addAll(more);
  return { title, format: 'planetmath', files, pieces, externals: [], problems: problems.all() };
}

function articlePaths(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => extname(name).toLowerCase() === '.tex')
    .toSorted()
    .map((name) => join(folder, name));
}

/** The statements, each followed by its proofs. */
function blocksOf(articles: readonly Article[], problems: ProblemList): Block[] {
  const statements = new Map<Article, StatementBlock>();
  const proofs = new Map<Article, Article[]>();
  const proven = provenBy(articles);
  for (const article of articles) {
    const target = proven.get(article);
    if (target !== undefined) getOrAdd(proofs, target, () => []).push(article);
    else statements.set(article, statementOf(article));
    if (target === undefined && isProof(article) && isTitledAsProof(article)) {
      const message = `The theorem of “${article.title}” was not found: it is stored as a remark.`;
      problems.add('proof-alone', message, article.content.place);
    }
  }
  return [...statements].flatMap(([article, statement]): Block[] => [
    statement,
    ...article.proofs.map((proof) => proofOf(statement, proof, '')),
    ...(proofs.get(article) ?? []).map((proof) => {
      const { content } = proof;
      const body = [content, ...proof.proofs].map((each) => each.body).filter((each) => each !== '');
      const labels = [proof.name, ...content.labels].filter((label) => label !== '');
      return proofOf(statement, { ...content, body: body.join('\n\n'), labels }, proof.title);
    }),
  ]);
}

/** Other types, such as `Topic`, say nothing that can be proved. */
const KINDS: Readonly<Record<string, Exclude<PieceKind, 'passage'>>> = {
  definition: 'definition',
  'data structure': 'definition',
  theorem: 'theorem',
  corollary: 'theorem',
  result: 'theorem',
  conjecture: 'theorem',
  axiom: 'theorem',
  example: 'example',
};

function statementOf(article: Article): StatementBlock {
  const { name, title, content } = article;
  // A proof under the title of a theorem states it too.
  const type = isProof(article) && !isTitledAsProof(article) ? 'Theorem' : article.type;
  const kind = KINDS[type.toLowerCase()] ?? 'remark';
  const labels = [...(name === '' ? [] : [name]), ...content.labels];
  return { ...content, type: 'statement', kind, called: type, number: null, title, labels, facts: factsOf(article) };
}

function factsOf({ classes, synonyms, defines, related }: Article): PieceFacts {
  return {
    ...(classes.length === 0 ? {} : { subjects: classes.map((code) => `msc:${code}`) }),
    ...(synonyms.length === 0 ? {} : { synonyms }),
    ...(defines.length === 0 ? {} : { defines }),
    ...(related.length === 0 ? {} : { mentions: related }),
  };
}

const proofOf = (within: StatementBlock, content: TextContent, title: string): ProofBlock => ({
  ...content,
  ...{ type: 'proof', role: 'proof', title, within, of: [], after: 0 },
});
