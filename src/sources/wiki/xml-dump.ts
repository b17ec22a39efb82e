/** Streams the pages of a MediaWiki XML dump. */
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { unpacked } from '../limited-gunzip.ts';

export interface WikiPage {
  title: string;
  /** Number of its namespace; 0: articles. */
  namespace: number;
  /** Title that it redirects to, or null. */
  redirect: string | null;
  /** Wikitext of its last revision; cut after `MAX_PAGE` characters. */
  text: string;
  isCut: boolean;
}

/** In characters. */
const MAX_PAGE = 2_000_000;

/**
 * Reads an XML file or its `.gz`. `onBytes`: called with the number of bytes unpacked so far.
 * @throws {Failure} if it is not XML, declares a document type, or unpacks to too much
 */
export async function* wikiPages(path: string, onBytes: (count: number) => void): AsyncGenerator<WikiPage, void> {
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser({ fileName: path });
  let pages: WikiPage[] = [];
  let page = emptyPage();
  let element = '';
  let length = 0;
  let parts: string[] = [];
  parser.on('doctype', () => {
    throw refused(path, 'It declares a document type (<!DOCTYPE>), which a dump never does.');
  });
  parser.on('error', (error) => {
    throw refused(path, `It is not well-formed XML: ${error.message.split('\n')[0]}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    element = name;
    length = 0;
    parts = [];
    if (name === 'page') page = emptyPage();
    else if (name === 'redirect') page.redirect = titleIn(attributes);
    else if (name === 'text') page.isCut = false;
  });
  const onText = (text: string): void => {
    if (element !== 'title' && element !== 'ns' && element !== 'text') return;
    length += text.length;
    if (length <= MAX_PAGE) parts.push(text);
    else if (element === 'text') page.isCut = true;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', ({ name }) => {
    const value = parts.join('');
    if (name === 'title') page.title = value.trim();
    else if (name === 'ns') page.namespace = Number(value);
    else if (name === 'text') page.text = value;
    else if (name === 'page') pages.push(page);
    element = '';
    parts = [];
  });
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  for await (const chunk of unpacked(createReadStream(path), path, extname(path).toLowerCase() === '.gz')) {
    bytes += chunk.length;
    onBytes(bytes);
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* pages;
    pages = [];
  }
  parser.close();
  yield* pages;
}

function titleIn({ title }: Record<string, unknown>): string | null {
  return typeof title === 'string' && title !== '' ? title : null;
}

const emptyPage = (): WikiPage => ({ title: '', namespace: 0, redirect: null, text: '', isCut: false });

function refused(path: string, reason: string): Failure {
  return new Failure('usage', 'document-wrong-shape', {
    message: `${path} is not a MediaWiki dump.`,
    reason,
    next: 'Pass the XML file that Special:Export or dumpBackup.php wrote.',
  });
}
