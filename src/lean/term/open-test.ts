/** Which namespaces are open at a place. */

const SCOPED = 'scoped ';

/** Whether notation of a namespace is usable: it is or encloses `namespace`, or an `open` may name it (relatively). */
export function openTest(namespace: string, opens: readonly string[]): (candidate: string) => boolean {
  return (candidate) => {
    if (candidate === '' || namespace === candidate || namespace.startsWith(`${candidate}.`)) return true;
    for (const open of opens) {
      const opened = open.startsWith(SCOPED) ? open.slice(SCOPED.length) : open;
      if (opened === candidate || candidate.endsWith(`.${opened}`)) return true;
    }
    return false;
  };
}
