/** `lemmahead index download`: copies the index of a server, for example to a worker without the sources. */
import { readKeyVariable } from '../config/env.ts';
import { indexPathFor } from '../config/paths.ts';
import { megabytes, renderIndexDownload } from '../report/index-download-text.ts';
import { downloadIndex, serverAddress } from '../session/download-index.ts';
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
