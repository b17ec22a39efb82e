/** Words to the user on stderr. stdout belongs to results. */

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Only with `--verbose`. */
  debug(message: string): void;
}
