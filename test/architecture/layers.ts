/** The ranks of the layers under `src/` and the import rule: a file imports only from lower layers or its own layer. */
import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

/** The files directly under `src/` (`main.ts`, `cli.ts`) belong to `cli`. */
export const RANKS: Record<string, number> = {
  base: 0,
  config: 1,
  lean: 1,
  llm: 2,
  vectors: 2,
  sources: 2,
  answers: 2,
  queue: 2,
  index: 3,
  library: 3,
  concepts: 3,
  search: 4,
  verify: 4,
  prompt: 5,
  graph: 5,
  prove: 6,
  builders: 6,
  formalize: 7,
  solve: 7,
  ui: 7,
  options: 7,
  session: 8,
  report: 9,
  bench: 9,
  commands: 10,
  server: 11,
  cli: 12,
};

/** Packages that only some layers may import. */
const PACKAGE_LAYERS: Record<string, string[]> = {
  'better-sqlite3': ['index', 'library', 'concepts', 'prove'],
  execa: ['lean', 'sources'],
  saxes: ['sources'],
  ora: ['ui'],
  chalk: ['report'],
  yaml: ['builders'],
  graphology: ['graph'],
  '@cortex-js/compute-engine': ['answers'],
  zod: [
    'config',
    'queue',
    'llm',
    'sources',
    'prompt',
    'builders',
    'prove',
    'formalize',
    'solve',
    'options',
    'session',
    'report',
    'bench',
    'commands',
    'server',
  ],
  'smol-toml': ['config', 'lean'],
  commander: ['cli'],
  '@commander-js/extra-typings': ['cli'],
  '@anthropic-ai/sdk': ['llm'],
  openai: ['llm'],
  'onnxruntime-node': ['llm'],
  '@huggingface/tokenizers': ['llm'],
  chromadb: ['vectors'],
  'pg-boss': ['queue'],
  pg: ['queue'],
  hono: ['server'],
  '@hono/node-server': ['server'],
  '@modelcontextprotocol/server': ['server'],
};

const IMPORT = /(?:^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*|\bimport\s*\(\s*)['"]([^'"]+)['"]/gm;

export function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(IMPORT)].map((match) => match[1]!);
}

export function layerOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : 'cli';
}

/** Describes each import that violates the rule and how to fix it. */
export function importViolations(file: SourceFile): string[] {
  const layer = layerOf(file.path);
  return importsOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.')) return packageViolation(file.path, layer, specifier);
    const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
    const other = target.startsWith('..') ? null : layerOf(target);
    if (other === null) return [`${file.path} imports ${specifier}, outside src/`];
    return other === layer ? [] : directionViolation(file.path, layer, target, other);
  });
}

function directionViolation(path: string, layer: string, target: string, other: string): string[] {
  const [ownRank, otherRank] = [RANKS[layer]!, RANKS[other]!];
  if (otherRank < ownRank) return [];
  const isSameRank = otherRank === ownRank;
  const lower = isSameRank ? 'a layer of lower rank' : `${layer}/ or lower`;
  const higher = isSameRank ? 'a layer of higher rank' : `${other}/ or higher`;
  return [
    `${path} (rank ${ownRank}) may not import ${target} (rank ${otherRank}): ` +
      `move what it needs to ${lower}, or move ${path} to ${higher}`,
  ];
}

function packageViolation(path: string, layer: string, specifier: string): string[] {
  const layers = PACKAGE_LAYERS[specifier];
  if (layers === undefined || layers.includes(layer)) return [];
  return [`${path} imports ${specifier}: move that line to ${layers.map((name) => `${name}/`).join(' or ')}`];
}
