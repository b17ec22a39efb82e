/** Reads the head of an environment, between `\begin{theorem}` and its text: title, label, arguments. */
import type { Reference } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import type { EnvironmentInfo } from './environments.ts';
import { plainText, substitute } from './macros.ts';
import type { NodeStream } from './node-stream.ts';
import { writeTex } from './tex-writer.ts';

export interface Head {
  title: string;
  /** Number of an item: `\item[3.]`. */
  number: string | null;
  labels: string[];
  references: Reference[];
  /** Labels referenced in the head of a proof. */
  of: string[];
}

export const NO_HEAD: Head = { title: '', number: null, labels: [], references: [], of: [] };

interface Headed {
  type: string;
  info: EnvironmentInfo | null;
}

export function readHead(stream: NodeStream, { type, info }: Headed, state: DocumentState): Head {
  if (info !== null && info.labelPrefix !== null) return boxedHead(stream, info.labelPrefix, state);
  const values = stream.arguments(info?.parameters ?? []);
  if (values !== null && info !== null) stream.unread(substitute(info.head, values));
  const option = stream.optional();
  if (option === null) return NO_HEAD;
  if (type === 'item') return { ...NO_HEAD, number: state.titleText(option).replace(/[.):]+$/, '') || null };
  const keys = parseKeys(plainText(option));
  const { labels, references } = writeTex(option, state);
  const title = keys === null ? state.titleText(option) : keys.title;
  const of = references.filter(({ kind }) => kind === 'refers').map(({ label }) => label);
  return {
    title: isOnlyProof(title) ? '' : title,
    number: null,
    labels: [...labels, ...(keys?.labels ?? [])],
    references,
    of,
  };
}

/** A title such as `Proof.` adds nothing. */
const isOnlyProof = (title: string): boolean => /^(?:proof|solution|answer)[.:]?$/i.test(title);

/** Parses the thmtools options `name=…, label=…`. Returns null for a plain title. */
function parseKeys(option: string): { title: string; labels: string[] } | null {
  const keys = new Map([...option.matchAll(/(?:^|,)\s*(name|note|title|label)\s*=\s*(\{[^}]*\}|[^,]*)/g)].map(pair));
  if (keys.size === 0) return null;
  const label = keys.get('label');
  return { title: keys.get('name') ?? keys.get('note') ?? keys.get('title') ?? '', labels: label ? [label] : [] };
}

const pair = ([, key, value]: RegExpMatchArray): [string, string] => [key!, value!.replace(/[{}]/g, '').trim()];

/** Reads `{Title}{label}` of tcolorbox. */
function boxedHead(stream: NodeStream, prefix: string, state: DocumentState): Head {
  const [, title, label] = stream.arguments(['o', 'm', 'm']) ?? [];
  const name = plainText(label).trim();
  return {
    ...NO_HEAD,
    title: state.titleText(title ?? []),
    labels: name === '' ? [] : [prefix === '' ? name : `${prefix}:${name}`],
  };
}
