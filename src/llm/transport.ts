/** The `fetch` of the SDKs: sends only listed headers, follows no redirect, reports received bytes. */

/** Headers that an SDK may send. Excludes machine details and `*_CUSTOM_HEADERS`. */
const SENT_HEADERS = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** Given to an SDK as its key; it never sees the real one. */
export const PLACEHOLDER_KEY = 'stand-in';

/** Practically disables the SDKs' own timeout: `request-timeout.ts` decides. */
export const NO_TIMEOUT_MS = 86_400_000;

export interface Transport {
  /** The header of the key, and its value; null if the server needs no key. */
  secret: { header: string; value: string } | null;
  /** Called for the response head (0) and with the size of each body chunk. If it throws, the response ends. */
  onBytes: (bytes: number) => void;
}

/** A `fetch` for an SDK. A redirect is an error: it leads to a server that the user did not choose. */
export function watchedFetch({ secret, onBytes }: Transport): typeof fetch {
  return async (input, init) => {
    const given = new Headers(init?.headers);
    const headers = new Headers();
    for (const name of SENT_HEADERS) {
      const value = given.get(name);
      if (value !== null) headers.set(name, value);
    }
    if (secret !== null) headers.set(secret.header, secret.value);
    const response = await fetch(input, { ...init, headers, redirect: 'error' });
    onBytes(0);
    const watch = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        onBytes(piece.byteLength);
        controller.enqueue(piece);
      },
    });
    const { status, statusText } = response;
    if (response.body === null) return new Response('', { status: status === 204 ? 200 : status, statusText });
    return new Response(response.body.pipeThrough(watch), { status, statusText, headers: response.headers });
  };
}
