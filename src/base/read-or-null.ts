/** Reading what may be missing, damaged or unreadable, where that is an ordinary answer and not an error. */
import { readFileSync, realpathSync, statSync, type Stats } from 'node:fs';

/** The result of `read`; `otherwise` if it throws. */
export function valueOr<T, U>(otherwise: U, read: () => T): T | U {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The text of a file; null if it cannot be read. */
export const readTextOrNull = (path: string): string | null => valueOr(null, () => readFileSync(path, 'utf8'));

/** The content of a JSON file, unchecked; null if it cannot be read or is damaged. */
export const readJsonOrNull = (path: string): unknown =>
  valueOr(null, () => JSON.parse(readFileSync(path, 'utf8')) as unknown);

/** Null if the path does not exist or is not accessible, or is a broken link. */
export const statOrNull = (path: string): Stats | null => valueOr(null, () => statSync(path));

/** The path with its links resolved; unchanged if that is impossible. */
export const realPathOf = (path: string): string => valueOr(path, () => realpathSync(path));

/** Whether a value of unknown origin is an object, whose fields can be checked. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
