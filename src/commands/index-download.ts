/** `lemmahead index download`: copies the index of a server, for example to a worker without the sources. */
import { Failure } from '../base/errors.ts';
import { valueOr } from '../base/read-or-null.ts';
import { readKeyVariable } from '../config/env.ts';
import { indexPathFor } from '../config/paths.ts';
import { renderIndexDownload } from '../report/index-download-text.ts';
import { downloadIndex } from '../session/download-index.ts';
import type { Command } from './command.ts';

export interface IndexDownloadOptions {
  /** Address of the server. */
  server: string;
  /** Null for the index that the server has. */
  digest: string | null;
}

export const indexDownload: Command<IndexDownloadOptions> = async (
  { server, digest },
  { settings, signal, startProgress },
) => {
  const path = indexPathFor(settings);
  const progress = startProgress('Downloading');
  try {
    const downloaded = await downloadIndex({
      ...{ server: serverAddress(server), digest, target: path, token: readKeyVariable('LEMMAHEAD_TOKEN'), signal },
      onProgress: (done, total) => progress.update(done, total, `${megabytes(done)} of ${megabytes(total)} MB`),
    });
    const data = { schema: 'lemmahead/index-download@1' as const, path, ...downloaded };
    return { exit: 'done', data, render: () => renderIndexDownload(data) };
  } finally {
    progress.stop();
  }
};

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** @throws {Failure} if it is no address of a server */
function serverAddress(given: string): string {
  const url = valueOr(null, () => new URL(given));
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new Failure('usage', 'server-address', {
      message: `'${given}' is not the address of a server.`,
      next: 'lemmahead index download http://HOST:PORT; a token is read from LEMMAHEAD_TOKEN',
    });
  }
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}`;
}
