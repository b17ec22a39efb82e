/** The hash that identifies files, prompts and cached answers. */
import { hash } from 'node:crypto';

/** SHA-256 in lower-case hexadecimal; text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex');
}
