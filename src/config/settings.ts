/** The settings of a run, resolved. Nothing below this reads arguments, environment or files of configuration. */

export interface Settings {
  /** `--index FILE`, or null: the project's or the user's own. */
  indexPath: string | null;
  /** Folder of the user's data (`LEMMAHEAD_HOME`, or XDG). */
  dataHome: string;
  json: boolean;
  quiet: boolean;
  verbose: boolean;
}
