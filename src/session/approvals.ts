/** The statements that the user approved: their hashes, in a file of the user's data folder. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../base/atomic-write.ts';
import { isRecord, readJsonOrNull } from '../base/read-or-null.ts';

/** `stored`: approved now. `changed`: another statement was approved under this name. */
export type Approval = 'none' | 'same' | 'changed' | 'stored';

export class Approvals {
  readonly #folder: string;
  readonly #hashes: Map<string, string>;

  constructor(dataHome: string) {
    this.#folder = dataHome;
    const stored = readJsonOrNull(this.#path);
    const entries = isRecord(stored) ? Object.entries(stored) : [];
    this.#hashes = new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  get #path(): string {
    return join(this.#folder, 'approved-statements.json');
  }

  /** `file`: absolute path. */
  state(file: string, name: string, hash: string): Approval {
    const known = this.#hashes.get(keyOf(file, name));
    if (known === undefined) return 'none';
    return known === hash ? 'same' : 'changed';
  }

  approve(file: string, name: string, hash: string): Approval {
    this.#hashes.set(keyOf(file, name), hash);
    mkdirSync(this.#folder, { recursive: true });
    writeAtomically(this.#path, `${JSON.stringify(Object.fromEntries(this.#hashes), null, 2)}\n`, 0o600);
    return 'stored';
  }
}

const keyOf = (file: string, name: string): string => `${file}#${name}`;
