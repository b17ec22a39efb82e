/** The index of a server, of which a worker keeps a copy. */
import { Failure } from '../base/errors.ts';
import { firstLine } from '../base/one-line.ts';
import { pause } from '../queue/open-queue.ts';
import { digestAt, digestOfServer, downloadIndex, type IndexDownload } from './download-index.ts';

type Copying = Omit<IndexDownload, 'digest' | 'onProgress'>;

export interface FollowedIndexHooks {
  onDownloaded: (digest: string) => void;
  /** Another process has the lock of the copy. `why`: a sentence. */
  onBusy: (why: string) => void;
}

const BUSY_MS = 500;

export class FollowedIndex {
  readonly #request: Copying;
  readonly #hooks: FollowedIndexHooks;
  /** The digest of the copy, as far as it is known. */
  #digest: string | null = null;
  /** The digest of what is being downloaded. */
  coming: string | null = null;

  constructor(request: Copying, hooks: FollowedIndexHooks) {
    this.#request = request;
    this.#hooks = hooks;
  }

  /** Downloads the index of the server, if it is another one than here. @throws {Failure} as `downloadIndex` */
  async update(): Promise<void> {
    const digest = await digestOfServer(this.#request);
    this.#digest ??= await digestAt(this.#request.target);
    if (digest === this.#digest) return;
    this.coming = digest;
    try {
      await this.#copy(digest);
      this.#digest = digest;
    } finally {
      this.coming = null;
    }
  }

  /** Workers of one machine may share the copy: one downloads it, the others wait. */
  async #copy(digest: string): Promise<void> {
    for (let isFirst = true; (await digestAt(this.#request.target)) !== digest; isFirst = false) {
      try {
        await downloadIndex({ ...this.#request, digest, onProgress: () => undefined });
        this.#hooks.onDownloaded(digest);
        return;
      } catch (error) {
        if (!(error instanceof Failure) || error.detail.code !== 'index-busy') throw error;
        if (isFirst) this.#hooks.onBusy(firstLine(error.message));
        await pause(BUSY_MS, this.#request.signal);
        this.#request.signal.throwIfAborted();
      }
    }
  }
}
