/** The sections of a wiki page, and the parts of other pages that it includes. */

export interface Section {
  /** Without link markup; empty before the first heading. */
  heading: string;
  /** Number of its `=` marks; 0 before the first heading. */
  level: number;
  text: string;
}

const MAX_DEPTH = 3;
const MAX_EXPANDED = 2_000_000;

/** `textOf`: the wikitext of a page after redirects, or null. Each page is included at most once, and not in itself. */
export function withTranscluded(
  page: string,
  text: string,
  textOf: (title: string) => string | null,
): { text: string; included: Set<string> } {
  const included = new Set([page]);
  let length = text.length;
  const expand = (source: string, depth: number): string =>
    source.replace(/\{\{:([^{}|\n]{1,300})(?:\|[^{}]{0,300})?\}\}/g, (found, title: string) => {
      const name = title.trim();
      const own = depth < MAX_DEPTH && !included.has(name) ? textOf(name) : null;
      if (own === null) return '';
      included.add(name);
      const part = onlyIncluded(own);
      length += part.length;
      return length > MAX_EXPANDED ? found : expand(part, depth + 1);
    });
  return { text: expand(ownText(text), 0), included };
}

/** The part that other pages include. */
function onlyIncluded(text: string): string {
  const parts = sliced(text, '<onlyinclude>', '</onlyinclude>');
  return parts.inside.length > 0
    ? parts.inside.join('\n')
    : sliced(text, '<noinclude>', '</noinclude>').outside.join('');
}

/** The part that the page itself shows. */
const ownText = (text: string): string =>
  sliced(text, '<includeonly>', '</includeonly>')
    .outside.join('')
    .replace(/<\/?(?:onlyinclude|noinclude)>/g, '');

function sliced(text: string, open: string, close: string): { inside: string[]; outside: string[] } {
  const [inside, outside]: [string[], string[]] = [[], []];
  let at = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start);
    outside.push(text.slice(at, start));
    inside.push(text.slice(start + open.length, end === -1 ? text.length : end));
    at = end === -1 ? text.length : end + close.length;
  }
  return { inside, outside: [...outside, text.slice(at)] };
}

const HEADING = /^(={1,6})[ \t]*(\S[^\n]*?)[ \t]*\1[ \t]*$/;

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ heading: '', level: 0, text: '' }];
  let lines: string[] = [];
  const end = (): void => {
    sections.at(-1)!.text = lines.join('\n');
    lines = [];
  };
  for (const line of text.split('\n')) {
    const found = line.startsWith('=') && line.length < 1000 ? HEADING.exec(line) : null;
    if (found === null) lines.push(line);
    else {
      end();
      sections.push({ heading: headingText(found[2]!), level: found[1]!.length, text: '' });
    }
  }
  end();
  return sections;
}

/** `[[Pythagoras's Theorem/Proof 1|Proof 1]]` is `Proof 1`. */
const headingText = (source: string): string =>
  source
    .replace(/\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1')
    .replace(/\{\{[^{}]*\}\}/g, '')
    .replace(/'{2,}|<[^<>]{0,100}>/g, '')
    .trim();
