/** `lemmahead config init`, `path` and `edit`: creates, names or opens a configuration file. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAtomically } from '../base/atomic-write.ts';
import { Failure } from '../base/errors.ts';
import type { Configuration } from '../config/resolve.ts';
import { configTemplate } from '../report/config-template.ts';
import type { Command } from './command.ts';
import { openEditor } from '../session/open-editor.ts';

export interface ConfigFileOptions {
  action: 'init' | 'path' | 'edit';
  /** The project's file instead of the user's. */
  project: boolean;
  configuration: Configuration;
}

/** `edit` first creates a file that does not exist. @throws {Failure} `config-exists` from `init` */
export const configFile: Command<ConfigFileOptions> = async ({ action, project, configuration }, { cwd, settings }) => {
  const { userFile, projectFile } = configuration;
  const path = project ? (projectFile?.path ?? join(settings.projectRoot ?? cwd, 'lemmahead.toml')) : userFile;
  const exists = existsSync(path);
  if (exists && action === 'init') {
    throw new Failure('usage', 'config-exists', {
      message: `${path} already exists.`,
      next: `lemmahead config edit${project ? ' --project' : ''}`,
    });
  }
  if (!exists && action !== 'path') {
    mkdirSync(dirname(path), { recursive: true });
    writeAtomically(path, configTemplate());
  }
  if (action === 'edit') await openEditor(settings.editor, path);
  return {
    exit: 'done',
    data: { schema: 'lemmahead/config-file@1', path, exists: existsSync(path) },
    render: () => (action === 'edit' ? '' : `${path}\n`),
  };
};
