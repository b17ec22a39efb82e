/** Answers that were paid for and found good, kept by what was asked, so that nobody pays twice. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sha256 } from '../base/hash.ts';
import { writeAtomically } from '../base/atomic-write.ts';
import type { ChatMessage } from './chat.ts';
import { promptHash } from './prompt-hash.ts';

const SCHEMA = 'lemmahead/kept-answer@1';

const kept = z.object({
  schema: z.literal(SCHEMA),
  /** For people, as the two below: an answer is found without them. */
  model: z.string(),
  snapshot: z.string(),
  template: z.string(),
  text: z.string(),
});

/** What an answer is known by: who was asked, in which words, with which pictures. Not how long it might have been. */
export interface AskedFor {
  /** `provider/model`. */
  model: string;
  /** Name and version. */
  template: string;
  messages: readonly ChatMessage[];
}

/** One file an answer, there as a whole or not at all: any number of processes may write and read. */
export class AnswerCache {
  readonly #folder: string;

  /** `folder` need not exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Null where there is none, or none that can be read. */
  find(asked: AskedFor): string | null {
    try {
      return kept.parse(JSON.parse(readFileSync(this.#pathOf(asked).file, 'utf8'))).text;
    } catch {
      return null;
    }
  }

  keep(asked: AskedFor, { text, snapshot }: { text: string; snapshot: string }): void {
    const { folder, file } = this.#pathOf(asked);
    const { model, template } = asked;
    mkdirSync(folder, { recursive: true });
    writeAtomically(file, `${JSON.stringify({ schema: SCHEMA, model, snapshot, template, text })}\n`);
  }

  #pathOf({ model, template, messages }: AskedFor): { folder: string; file: string } {
    const prompt = promptHash({ messages, maxOutputTokens: 0, temperature: null });
    const hash = sha256(JSON.stringify([model, template, prompt]));
    const folder = join(this.#folder, hash.slice(0, 2));
    return { folder, file: join(folder, `${hash}.json`) };
  }
}
