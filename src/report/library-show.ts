/** One library entry in full, as text for a terminal. Pure. */
import { dirname, join } from 'node:path';
import type { EntryCard, EntryLine } from '../library/entry-card.ts';
import { clickablePath } from './clickable-path.ts';
import { entryLine, entryTitle, placeSuffix } from './entry-label.ts';
import { joinBlocks, upTo } from './layout.ts';
import { withLibraryFlag } from './library-flag.ts';
import { paint, type TextStyle } from './style.ts';

const MAX_LINES = 20;

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
      references.filter(({ kind }) => kind === 'refers').map(({ label, to }) => targetText(label, to, style)),
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
        edges.filter((edge) => edge.kind === kind).map((edge) => edgeText(edge, entry.id, width)),
        style,
      ),
    ),
    section('previous', card.previous === null ? [] : [entryLine(card.previous, width)], style),
    section('next', card.next === null ? [] : [entryLine(card.next, width)], style),
  ];
  return `${joinBlocks(parts)}\n`;
}

function placeOf({ entry: { place }, document }: EntryCard, cwd: string, style: TextStyle): string {
  if (place === null) return '';
  const file = document === null ? place.file : clickablePath(join(dirname(document.path), place.file), cwd);
  return paint(style).cyan(`${file}${placeSuffix(place)}`);
}

function section(title: string, lines: readonly string[], style: TextStyle): string[] {
  if (lines.length === 0) return [];
  const shown = upTo(MAX_LINES, lines, (more) => paint(style).dim(`        … and ${more} more; --json lists all`));
  return [paint(style).underline(title), ...shown];
}

function targetText(label: string, to: EntryLine | null, style: TextStyle): string {
  return to === null ? `        ${label}  ${paint(style).yellow('unresolved')}` : entryLine(to, style.width);
}

function edgeText({ from, to }: EntryCard['edges'][number], id: number, width: number): string {
  return entryLine(from.id === id ? to : from, width);
}

/** `matches`: number of entries with exactly this name. */
export function renderUnknownEntry(
  name: string,
  candidates: readonly EntryLine[],
  matches: number,
  style: TextStyle,
): string {
  const color = paint(style);
  if (candidates.length === 0)
    return `No entry is named ${color.bold(name)}. To list the entries: ${withLibraryFlag('lemmahead library list --entries', style)}\n`;
  const head =
    matches > 0
      ? `${color.bold(name)} is ambiguous: ${matches} entries have this name. Select one by its id:`
      : `No entry is named ${color.bold(name)}. Similar entries:`;
  const lines = candidates.map((each) => `${entryLine(each, style.width)}  ${color.dim(each.source)}`);
  return `${[head, ...lines].join('\n')}\n`;
}
