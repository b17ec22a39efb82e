/** Opens a library for writing, which upgrades it. Sends a message first, so that a test can kill it meanwhile. */
import { openLibrary } from '../../src/library/library.ts';

process.send!('begins');
openLibrary(process.argv[2]!, { writable: true }).close();
process.disconnect();
