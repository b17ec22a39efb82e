/** The version of the reader that built an index. */

/** Increased when the reader, the expansion or the analyser of words gives a different result for the same text. */
export const READER_VERSION = 12;
