/** The hash that identifies files, prompts and cached answers. */
import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 in lower-case hexadecimal; text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}

/** SHA-256 of files, one after another, which need not fit into memory. */
export async function fileHash(...paths: readonly string[]): Promise<string> {
  const all = createHash('sha256');
  for (const path of paths)
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) all.update(chunk);
  return all.digest('hex');
}
