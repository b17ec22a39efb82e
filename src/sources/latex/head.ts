/** What stands between `\begin{theorem}` and its text: a title, a label, arguments. */
import type { Reference } from '../document.ts';
import type { DocumentState } from './document-state.ts';
import type { EnvironmentInfo } from './environments.ts';
import { plainText, substituted } from './macros.ts';
import type { NodeStream } from './node-stream.ts';
import { writeTex } from './tex-writer.ts';

export interface Head {
  title: string;
  /** Of an item: `\item[3.]`. */
  number: string | null;
  labels: string[];
  references: Reference[];
  /** Labels that a proof's head names. */
  of: string[];
}

export const NO_HEAD: Head = { title: '', number: null, labels: [], references: [], of: [] };

interface Headed {
  type: string;
  info: EnvironmentInfo | null;
}

export function readHead(stream: NodeStream, { type, info }: Headed, state: DocumentState): Head {
  if (info !== null && info.labelPrefix !== null) return boxedHead(stream, info.labelPrefix, state);
  const given = stream.arguments(info?.parameters ?? []);
  if (given !== null && info !== null) stream.unread(substituted(info.head, given));
  const option = stream.optional();
  if (option === null) return NO_HEAD;
  if (type === 'item') return { ...NO_HEAD, number: state.words(option).replace(/[.):]+$/, '') || null };
  const keys = keysIn(plainText(option));
  const { labels, references } = writeTex(option, state);
  const title = keys === null ? state.words(option) : keys.title;
  const of = references.filter(({ kind }) => kind === 'refers').map(({ label }) => label);
  return {
    title: isOnlyProof(title) ? '' : title,
    number: null,
    labels: [...labels, ...(keys?.labels ?? [])],
    references,
    of,
  };
}

/** `Proof.` says nothing that is not known. */
const isOnlyProof = (title: string): boolean => /^(?:proof|solution|answer)[.:]?$/i.test(title);

/** `name=…, label=…` of thmtools; null for a title as it is. */
function keysIn(option: string): { title: string; labels: string[] } | null {
  const keys = new Map([...option.matchAll(/(?:^|,)\s*(name|note|title|label)\s*=\s*(\{[^}]*\}|[^,]*)/g)].map(pair));
  if (keys.size === 0) return null;
  const label = keys.get('label');
  return { title: keys.get('name') ?? keys.get('note') ?? keys.get('title') ?? '', labels: label ? [label] : [] };
}

const pair = ([, key, value]: RegExpMatchArray): [string, string] => [key!, value!.replace(/[{}]/g, '').trim()];

/** `{Title}{label}` of tcolorbox. */
function boxedHead(stream: NodeStream, prefix: string, state: DocumentState): Head {
  const [, title, label] = stream.arguments(['o', 'm', 'm']) ?? [];
  const name = plainText(label).trim();
  return {
    ...NO_HEAD,
    title: state.words(title ?? []),
    labels: name === '' ? [] : [prefix === '' ? name : `${prefix}:${name}`],
  };
}
