/** The index of a server, of which a worker keeps a copy. */
import { digestAt, digestOfServer, downloadIndex, type IndexDownload } from './download-index.ts';

export class FollowedIndex {
  readonly #request: Omit<IndexDownload, 'digest' | 'onProgress'>;
  readonly #onDownloaded: (digest: string) => void;
  /** The digest of the copy, as far as it is known. */
  #digest: string | null = null;
  /** The digest of what is being downloaded. */
  coming: string | null = null;

  constructor(request: Omit<IndexDownload, 'digest' | 'onProgress'>, onDownloaded: (digest: string) => void) {
    this.#request = request;
    this.#onDownloaded = onDownloaded;
  }

  /** Downloads the index of the server, if it is another one than here. @throws {Failure} as `downloadIndex` */
  async update(): Promise<void> {
    const digest = await digestOfServer(this.#request);
    this.#digest ??= await digestAt(this.#request.target);
    if (digest === this.#digest) return;
    this.coming = digest;
    try {
      await downloadIndex({ ...this.#request, digest, onProgress: () => undefined });
      this.#digest = digest;
      this.#onDownloaded(digest);
    } finally {
      this.coming = null;
    }
  }
}
