/** Which reader made an index. */

/** Raised whenever the reader or the expansion gets something else out of the same text. */
export const READER_VERSION = 5;
