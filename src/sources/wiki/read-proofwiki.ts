/** Reads a dump of ProofWiki: definitions, axioms, and theorems with their proofs. */
import { basename } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { getOrAdd } from '../../base/memoize.ts';
import { assemble } from '../assemble.ts';
import type { Block, ProofBlock, StatementBlock } from '../block.ts';
import { fileHash } from '../../base/hash.ts';
import type { Document, PieceFacts, PiecePlace, Reference } from '../document.ts';
import { ProblemList } from '../problem-list.ts';
import type { ReadOptions } from '../read-document.ts';
import { type PageText, readPage } from './proofwiki-page.ts';
import { isKept, pageTitle } from './wikitext.ts';
import { wikiPages } from './xml-dump.ts';

/** Maximum length of a chain of redirects. */
const MAX_REDIRECTS = 3;
const MAX_LINKS = 100_000;
const PROOF_PAGE = /^(.+)\/(?:[^/]* )?Proof(?: [^/]*)?$/;

/** @throws {Failure} if the file cannot be read or is no dump */
export async function readProofWiki(path: string, options: ReadOptions): Promise<Document> {
  const file = { path: basename(path), sha256: await fileHash(path) };
  const place: PiecePlace = { file: file.path, line: null, page: null };
  const problems = new ProblemList();
  const dump = await readDump(path, options, (title) =>
    problems.add('page-too-large', `The page ${title} has more than 2,000,000 characters: it is cut.`, place),
  );
  const pages = new Map<string, PageText>();
  const names = [...dump.texts.keys()];
  for (const [at, title] of names.entries()) {
    if (at % 500 === 0) await yieldToEventLoop();
    options.signal?.throwIfAborted();
    const page = readPage(title, dump.textOf(title)!, dump);
    // Only what other pages include is needed again.
    if (!dump.isIncluded(title)) dump.texts.delete(title);
    const links = page.links.length + page.proofs.reduce((sum, proof) => sum + proof.links.length, 0);
    if (links > MAX_LINKS)
      problems.add('page-too-many-links', `The page ${title} has ${links} links: none is kept.`, place);
    pages.set(title, links > MAX_LINKS ? withoutLinks(page) : page);
  }
  const { pieces, problems: more } = assemble(blocksOf(pages, dump.synonyms, place), file.path, options.maxTokens);
  problems.addAll(more);
  return { title: file.path, format: 'proofwiki', files: [file], pieces, externals: [], problems: problems.all() };
}

const withoutLinks = (page: PageText): PageText => ({
  ...page,
  links: [],
  proofs: page.proofs.map((proof) => ({ ...proof, links: [] })),
});

interface Dump {
  /** Wikitext in UTF-8, which needs less memory than strings, of the pages that are read. */
  texts: Map<string, Buffer>;
  /** Other titles of each page. */
  synonyms: Map<string, string[]>;
  redirected: (title: string) => string;
  textOf: (title: string) => string | null;
  /** Whether another page may include this one. */
  isIncluded: (title: string) => boolean;
}

async function readDump(path: string, options: ReadOptions, onCut: (title: string) => void): Promise<Dump> {
  const texts = new Map<string, Buffer>();
  const redirects = new Map<string, string>();
  const wantedTitles = new Set<string>();
  const onBytes = (count: number): void => {
    options.signal?.throwIfAborted();
    options.onProgress?.(count, count * 2, basename(path));
  };
  for await (const { title, redirect, text, isCut } of wikiPages(path, onBytes)) {
    const name = pageTitle(title);
    if (!isKept(name)) continue;
    const target = redirect ?? /^\s*#REDIRECT\s*:?\s*\[\[([^\]|]+)/i.exec(text)?.[1] ?? null;
    if (target !== null) redirects.set(name, pageTitle(target));
    else if (!texts.has(name)) texts.set(name, Buffer.from(text));
    for (const [, wanted] of text.matchAll(/\{\{:([^{}|\n]{1,300})/g)) wantedTitles.add(pageTitle(wanted!));
    if (isCut) onCut(name);
  }
  const redirected = (title: string): string => {
    let now = pageTitle(title);
    for (let hops = 0; hops < MAX_REDIRECTS; hops++) now = redirects.get(now) ?? now;
    return now;
  };
  const synonyms = new Map<string, string[]>();
  for (const title of redirects.keys())
    getOrAdd(synonyms, redirected(title), () => []).push(title.replace(/^Definition:/, ''));
  const included = new Set([...wantedTitles].map(redirected));
  return {
    ...{ texts, synonyms, redirected },
    textOf: (title) => texts.get(title)?.toString() ?? null,
    isIncluded: (title) => included.has(title),
  };
}

/** Pages such as `Theorem/Proof 2` are proofs of their parent, which may include their text already. */
function blocksOf(
  pages: ReadonlyMap<string, PageText>,
  synonyms: ReadonlyMap<string, string[]>,
  place: PiecePlace,
): Block[] {
  const statements = new Map<string, StatementBlock>();
  const proofPages: [string, PageText, string][] = [];
  for (const [title, page] of pages) {
    const parent = PROOF_PAGE.exec(title)?.[1];
    if (parent !== undefined && pages.has(parent)) proofPages.push([title, page, parent]);
    else statements.set(title, statementOf(page, synonyms.get(title) ?? [], place));
  }
  const proofs = new Map<string, ProofBlock[]>();
  const add = (parent: string, statement: StatementBlock, given: PageText['proofs']): void => {
    const own = getOrAdd(proofs, parent, () => []);
    for (const { title, body, links } of given) {
      const head = { type: 'proof', role: 'proof', title, within: statement, after: 0 } as const;
      own.push({ ...head, of: [], body, labels: [], references: references(links), place });
    }
  };
  for (const [title, statement] of statements) add(title, statement, pages.get(title)!.proofs);
  for (const [title, page, parent] of proofPages) {
    const statement = statements.get(parent);
    if (statement === undefined) continue;
    statement.labels.push(title);
    if (pages.get(parent)!.included.has(title)) continue;
    const name = title.slice(parent.length + 1);
    add(
      parent,
      statement,
      page.proofs.map((proof) => ({ ...proof, title: name })),
    );
  }
  return [...statements].flatMap(([title, statement]): Block[] => [statement, ...(proofs.get(title) ?? [])]);
}

function statementOf(page: PageText, others: readonly string[], place: PiecePlace): StatementBlock {
  const title = page.title.replace(/^(?:Definition|Axiom|Symbol):/, '');
  const all = [...others, ...(page.facts.synonyms ?? [])].filter((each) => each.toLowerCase() !== title.toLowerCase());
  const synonyms = [...new Map(all.map((each) => [each.toLowerCase(), each] as const)).values()];
  const { synonyms: _synonyms, ...given } = page.facts;
  const facts: PieceFacts = { ...given, ...(synonyms.length === 0 ? {} : { synonyms }) };
  return {
    ...{ type: 'statement', kind: page.kind, called: page.called, number: null, title, place },
    body: page.body,
    labels: [page.title],
    references: references(page.links),
    ...(Object.keys(facts).length === 0 ? {} : { facts }),
  };
}

const references = (links: readonly string[]): Reference[] => links.map((label) => ({ kind: 'refers', label }));
