/** The endpoint for the file of the index. */
import { indexPathFor } from '../../config/paths.ts';
import type { Endpoint } from './endpoints.ts';
import { indexFile } from './index-file.ts';

export const INDEX_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/index/{digest}',
    summary: 'The file of the index, if it has this digest; with `Range: bytes=N-`, from a byte on',
    responses: {
      200: { description: 'the whole file', type: 'application/vnd.sqlite3' },
      206: { description: 'the rest of the file', type: 'application/vnd.sqlite3' },
      416: { description: 'the file is not that long' },
    },
    handle: ({ pathParameter: digest, header }, { service }) =>
      indexFile({
        path: indexPathFor(service.settings),
        digest,
        range: header('range'),
        ifRange: header('if-range'),
      }),
  },
];
