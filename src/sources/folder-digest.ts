/** A folder as one of the files of a document: it changes if a file is added, removed or renamed. */
import { readdirSync } from 'node:fs';
import { sha256 } from '../base/hash.ts';

/** SHA-256 in hex of the names in the folder. @throws if it cannot be listed */
export const folderDigest = (folder: string): string => sha256(readdirSync(folder).toSorted().join('\n'));
