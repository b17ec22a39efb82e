/** How requests leave: with these headers and no others, to one place, and watched while the answer comes. */

/** What an SDK may send of its own. Not what else it knows of the machine, nor what `*_CUSTOM_HEADERS` asks for. */
const SENT_HEADERS = ['accept', 'anthropic-version', 'content-type', 'user-agent'];

/** Handed to an SDK where it wants a key; the true one never enters it. */
export const KEY_STAND_IN = 'stand-in';

/** The SDKs' own limit is out of the way: `patience.ts` has the word. */
export const LONGEST_MS = 86_400_000;

export interface Transport {
  /** The header that carries the key, and its value; null for a server that wants none. */
  secret: { header: string; value: string } | null;
  /** Told of the response's head (0), and of the bytes of each piece of its body. What it throws ends the response. */
  onBytes: (bytes: number) => void;
}

/** A `fetch` for an SDK. A redirect is an error: what it leads to is not the server that the user named. */
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
