/** The ranks of the rooms under `src/` and the rule of flow: a file imports from rooms of lower rank, or its own. */
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** The files directly under `src/` (`main.ts`, `cli.ts`) are part of `cli`. */
export const RANKS: Record<string, number> = {
  base: 0,
  config: 1,
  lean: 2,
  llm: 2,
  vectors: 2,
  sources: 2,
  index: 3,
  library: 3,
  search: 4,
  verify: 4,
  prompt: 5,
  prove: 6,
  builders: 6,
  report: 7,
  ui: 7,
  bench: 7,
  commands: 8,
  server: 9,
  cli: 10,
};

/** A package that only some rooms may touch. */
const PACKAGE_ROOMS: Record<string, string[]> = {
  'better-sqlite3': ['index', 'library', 'prove'],
  execa: ['lean', 'sources'],
  ora: ['ui'],
  chalk: ['report'],
  zod: ['config', 'llm', 'prove', 'bench', 'commands', 'server'],
  'smol-toml': ['config', 'lean'],
  commander: ['cli'],
  '@commander-js/extra-typings': ['cli'],
  '@anthropic-ai/sdk': ['llm'],
  openai: ['llm'],
  'onnxruntime-node': ['llm'],
  '@huggingface/tokenizers': ['llm'],
  chromadb: ['vectors'],
  hono: ['server'],
  '@hono/node-server': ['server'],
  '@modelcontextprotocol/server': ['server'],
};

const IMPORT = /(?:^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*|\bimport\s*\(\s*)['"]([^'"]+)['"]/gm;

export function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1]!);
}

export function roomOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'cli';
}

/** Each import that goes the wrong way, as a sentence that says where the line should go. */
export function wrongImports(file: SourceFile): string[] {
  const room = roomOf(file.path);
  return importsOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return wrongPackage(file.path, room, specifier);
    const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
    const other = target.startsWith('..') ? null : roomOf(target);
    if (other === null) return [`${file.path} imports ${specifier}, outside src/`];
    return other === room ? [] : wrongFlow(file.path, room, target, other);
  });
}

function wrongFlow(path: string, room: string, target: string, other: string): string[] {
  const [own, theirs] = [RANKS[room]!, RANKS[other]!];
  if (theirs < own) return [];
  const lower = theirs === own ? 'a room of lower rank' : `${room}/ or lower`;
  return [
    `${path} (rank ${own}) may not import ${target} (rank ${theirs}): ` +
      `move what it needs to ${lower}, or move ${path} to ${theirs === own ? 'a room of higher rank' : `${other}/ or higher`}`,
  ];
}

function wrongPackage(path: string, room: string, specifier: string): string[] {
  const rooms = PACKAGE_ROOMS[specifier];
  if (rooms === undefined || rooms.includes(room)) return [];
  return [`${path} imports ${specifier}: move that line to ${rooms.map((name) => `${name}/`).join(' or ')}`];
}
