/** Text output of `index download`. Pure. */
import type { IndexDownload } from './index-schema.ts';

export function renderIndexDownload({ path, digest, bytes, kept }: IndexDownload): string {
  const resumed = kept === 0 ? '' : `, of which ${megabytes(kept)} MB were there from an interrupted download`;
  return `Downloaded the index ${digest} to ${path}: ${megabytes(bytes)} MB${resumed}. It is intact.\n`;
}

export const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
