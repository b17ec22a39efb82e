/** The version of the reader that built an index. */

/** Increased when the reader or the expansion gives a different result for the same text. */
export const READER_VERSION = 10;
