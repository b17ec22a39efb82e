/**
 * What the expansion of one module asked of what lies around it, and what it left to the modules after it. While the
 * answers stay the same, so does what the module's attributes generate: an update expands the other modules only.
 */
import type { SimpsSource } from './simps.ts';

/** What can be asked about a name, with the start of its hash. A `word` is a last component that a table may have. */
const QUESTIONS = {
  declaration: 0x811c9dc5,
  structure: 0x1c9dc581,
  'default projections': 0x9dc5811c,
  'simps source': 0xc5811c9d,
  'hidden dual': 0x2f6b1a47,
  to_additive: 0x6b1a472f,
  to_dual: 0x1a472f6b,
  'to_additive word': 0x472f6b1a,
  'to_dual word': 0x53d1e877,
} as const;

export type Question = keyof typeof QUESTIONS;

/** Pairs of names: what translates to what. */
export type Pairs = [source: string, target: string][];

/** What one module adds to the state of the expansion, besides declarations. */
export interface Left {
  to_additive: Pairs;
  to_dual: Pairs;
  hiddenDuals: string[];
  simpsSources: SimpsSource[];
  /** Names of several literal declarations that were first looked up here: this module's one is meant from then on. */
  settled: string[];
  /** Names of other modules' making to which a docstring was added here. */
  documented: string[];
  /** By structure, which projections, by index, a bare `@[simps]` takes; told by the module that first needs it. */
  defaults: [structure: string, projections: number[]][];
}

export interface ModuleTrace {
  /** Hashes of questions, each once. Two that share one only make an update expand more than it must. */
  asked: Int32Array;
  left: Left;
}

/** FNV-1a over UTF-16 units. */
export function questionHash(question: Question, name: string): number {
  let hash: number = QUESTIONS[question];
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return hash | 0;
}

/** Notes the questions of one module after the other. */
export class Recorder {
  #asked = new Set<number>();
  /** Of results that are being worked out and kept: what they depend on. */
  readonly #open: Set<number>[] = [];

  ask(question: Question, name: string): void {
    this.#note(questionHash(question, name));
  }

  /** Works out what is kept for later modules, with the questions that it took. */
  keep<T>(work: () => T): Kept<T> {
    const asked = new Set<number>();
    this.#open.push(asked);
    try {
      return { value: work(), asked };
    } finally {
      this.#open.pop();
      for (const hash of asked) this.#note(hash);
    }
  }

  /** The questions of a kept result become those of whoever uses it. */
  reuse<T>({ value, asked }: Kept<T>): T {
    for (const hash of asked) this.#note(hash);
    return value;
  }

  /** The questions since the last call. */
  take(): Int32Array {
    const asked = Int32Array.from(this.#asked).sort();
    this.#asked = new Set();
    return asked;
  }

  #note(hash: number): void {
    (this.#open.at(-1) ?? this.#asked).add(hash);
  }
}

export interface Kept<T> {
  value: T;
  asked: ReadonlySet<number>;
}
