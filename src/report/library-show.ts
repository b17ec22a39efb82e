/** One entry of the library, whole, as text for a terminal. Pure. */
import { dirname, join } from 'node:path';
import type { EntryCard, EntryLine } from '../library/entry-card.ts';
import { clickablePath } from './clickable-path.ts';
import { entryLine, entryTitle, placeSuffix } from './entry-label.ts';
import { paint, type TextStyle } from './style.ts';

const MOST_LINES = 20;

/** `cwd`: paths below it are shown relative to it. */
export function renderEntryCard(card: EntryCard, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const { entry, document, edges } = card;
  const { width } = style;
  // A proof may name the theorem that it proves.
  const references = card.references.filter(({ to }) => to?.id !== entry.id);
  const parts: string[][] = [
    [
      `${color.dim(entry.kind)} ${color.bold(entryTitle(entry))}`,
      ...(document === null ? [] : [[document.title, ...entry.headings].join(' › ')]),
      `${placeOf(card, cwd, style)}  ${color.dim(`id ${entry.id}, key ${entry.key}, source ${entry.source}`)}`,
      ...(card.labels.length === 0 ? [] : [color.dim(`labels ${card.labels.join(', ')}`)]),
    ],
    [entry.body],
    entry.proof === null ? [] : [color.underline(entry.kind === 'problem' ? 'solution' : 'proof'), entry.proof],
    section(
      'refers to',
      references.filter(({ kind }) => kind === 'refers').map(({ label, to }) => targetWords(label, to, style)),
      style,
    ),
    section(
      'cites',
      references.filter(({ kind }) => kind === 'cites').map(({ label }) => `        ${label}`),
      style,
    ),
    section(
      'referred to by',
      card.referredBy.map((each) => entryLine(each, width)),
      style,
    ),
    ...[...new Set(edges.map(({ kind }) => kind))].map((kind) =>
      section(
        kind,
        edges.filter((edge) => edge.kind === kind).map((edge) => edgeWords(edge, entry.id, width)),
        style,
      ),
    ),
    section('before it', card.previous === null ? [] : [entryLine(card.previous, width)], style),
    section('behind it', card.next === null ? [] : [entryLine(card.next, width)], style),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function placeOf({ entry: { place }, document }: EntryCard, cwd: string, style: TextStyle): string {
  if (place === null) return '';
  const file = document === null ? place.file : clickablePath(join(dirname(document.path), place.file), cwd);
  return paint(style).cyan(`${file}${placeSuffix(place)}`);
}

function section(title: string, lines: readonly string[], style: TextStyle): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_LINES;
  return [
    paint(style).underline(title),
    ...lines.slice(0, MOST_LINES),
    ...(more > 0 ? [paint(style).dim(`        … and ${more} more; --json has all`)] : []),
  ];
}

function targetWords(label: string, to: EntryLine | null, style: TextStyle): string {
  return to === null ? `        ${label}  ${paint(style).yellow('leads nowhere')}` : entryLine(to, style.width);
}

function edgeWords({ from, to }: EntryCard['edges'][number], id: number, width: number): string {
  return entryLine(from.id === id ? to : from, width);
}

/** `meant`: how many have just this name. */
export function renderUnknownEntry(
  name: string,
  candidates: readonly EntryLine[],
  meant: number,
  style: TextStyle,
): string {
  const color = paint(style);
  if (candidates.length === 0) return `No entry is called ${color.bold(name)}.\n`;
  const head =
    meant > 0
      ? `${color.bold(name)} could be any of ${meant}; name one by its id:`
      : `No entry is called ${color.bold(name)}. Some that come near:`;
  const lines = candidates.map((each) => `${entryLine(each, style.width)}  ${color.dim(each.source)}`);
  return `${[head, ...lines].join('\n')}\n`;
}
