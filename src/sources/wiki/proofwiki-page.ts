/** What a ProofWiki page says: its statement, proofs and links, by the headings of its sections. */
import type { PieceFacts } from '../document.ts';
import { type Section, sectionsOf, withTranscluded } from './page-sections.ts';
import { readWikitext, type WikiOutput } from './wikitext.ts';

export interface PageText {
  title: string;
  kind: 'definition' | 'theorem' | 'remark';
  /** The word for its kind, such as `Corollary`. */
  called: string;
  body: string;
  links: string[];
  proofs: { title: string; body: string; links: string[] }[];
  facts: PieceFacts;
  /** Titles of the pages whose text it includes. */
  included: ReadonlySet<string>;
}

export interface OtherPages {
  /** The page that a title means, after redirects. */
  redirected: (title: string) => string;
  textOf: (title: string) => string | null;
}

/** The role of a section by its heading. */
type Role = 'statement' | 'proof' | 'mentions' | 'names' | 'dropped';

function roleOf({ heading }: Section): Role {
  if (/\bproofs?\b/i.test(heading)) return 'proof';
  if (/^(?:also see|see also|sources?|internal links?)$/i.test(heading)) return 'mentions';
  if (/^also known as$/i.test(heading)) return 'names';
  return /^(?:external links?|historical note|linguistic note|references)$/i.test(heading) ? 'dropped' : 'statement';
}

/** Names of a section whose heading adds nothing to its text. */
const PLAIN_HEADING = /^(?:theorem|definition|statement|corollary|lemma|axiom|symbol)?$/i;

/** Marks of a proof that is missing or not finished. */
const UNFINISHED = ['proofwanted', 'finish', 'stub', 'wip'];

export function readPage(title: string, source: string, { redirected, textOf }: OtherPages): PageText {
  const { text, included } = withTranscluded(title, source, (name) => textOf(redirected(name)));
  const sections = sectionsOf(text);
  const statement: string[] = [];
  const [links, mentions, categories, names]: string[][] = [[], [], [], []];
  const proofs: PageText['proofs'] = [];
  let proof: { level: number; title: string; parts: string[]; links: string[]; isFinished: boolean } | null = null;
  let isStated = false;
  const endProof = (): void => {
    const body = proof?.parts.join('\n\n').trim() ?? '';
    if (proof !== null && body !== '' && proof.isFinished)
      proofs.push({ title: proof.title, body, links: proof.links });
    proof = null;
  };
  for (const section of sections) {
    const output = readWikitext(`${section.text}\n`, redirected);
    categories!.push(...output.categories);
    const role = roleOf(section);
    const open = proof;
    if (open !== null && (section.level <= open.level || role === 'mentions')) endProof();
    if (role === 'proof') {
      endProof();
      const name = /^proof$/i.test(section.heading) ? '' : section.heading;
      proof = { level: section.level, title: name, parts: [], links: [], isFinished: true };
    }
    const current = proof;
    if (current !== null) addToProof(current, section, output, role);
    else if (role === 'statement') {
      isStated ||= section.heading !== '' && PLAIN_HEADING.test(section.heading);
      if (output.text !== '') statement.push(withHeading(section, output.text));
      links!.push(...output.links);
    } else if (role === 'mentions') mentions!.push(...output.links);
    else if (role === 'names')
      names!.push(...[...output.text.matchAll(/\*\*([^*\n]{1,200})\*\*/g)].map(([, name]) => name!));
  }
  endProof();
  const isMain = !/^(?:Definition|Symbol|Axiom):/.test(title);
  return {
    title,
    kind: /^(?:Definition|Symbol):/.test(title)
      ? 'definition'
      : !isMain || isStated || proofs.length > 0
        ? 'theorem'
        : 'remark',
    called:
      /^(?:Axiom|Definition|Symbol)(?=:)/.exec(title)?.[0] ??
      /\/(Corollary|Lemma)\b[^/]*$/.exec(title)?.[1] ??
      (isStated ? 'Theorem' : ''),
    body: statement.join('\n\n'),
    links: unique(links!).filter((link) => link !== title),
    proofs,
    facts: factsOf(
      categories!,
      names!,
      mentions!.filter((link) => link !== title),
    ),
    included,
  };
}

function addToProof(
  proof: { parts: string[]; links: string[]; isFinished: boolean },
  section: Section,
  { text, links, marks }: WikiOutput,
  role: Role,
): void {
  if (UNFINISHED.some((mark) => marks.has(mark))) proof.isFinished = false;
  if (text !== '') proof.parts.push(role === 'proof' ? text : withHeading(section, text));
  proof.links.push(...links);
}

const withHeading = ({ heading }: Section, text: string): string =>
  PLAIN_HEADING.test(heading) ? text : `**${heading}**\n\n${text}`;

const unique = (items: readonly string[]): string[] => [...new Set(items)];

function factsOf(categories: readonly string[], synonyms: readonly string[], mentions: readonly string[]): PieceFacts {
  const subjects = unique(categories).map((category) => `proofwiki:${category}`);
  return {
    ...(subjects.length === 0 ? {} : { subjects }),
    ...(synonyms.length === 0 ? {} : { synonyms: unique(synonyms) }),
    ...(mentions.length === 0 ? {} : { mentions: unique(mentions) }),
  };
}
