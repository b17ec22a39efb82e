/** The declarations of a LaTeX document read so far: macros, environments, title, external documents. */
import type { ExternalDocument } from '../document.ts';
import { Environments } from './environments.ts';
import { KNOWN_WORDS } from './known-words.ts';
import { Macros, plainText } from './macros.ts';
import type { NodeStream } from './node-stream.ts';
import type { ScanNames } from './scan.ts';
import type { TexNode } from './tex-parser.ts';
import { writeTex } from './tex-writer.ts';
import { titleText } from './title-text.ts';

export class DocumentState {
  readonly macros = new Macros();
  readonly environments = new Environments();
  readonly externals: ExternalDocument[] = [];
  /** Macros that expand to themselves, directly or through others. */
  readonly endlessMacros = new Set<string>();
  /** Number of uses of each unknown control word. These stay unexpanded. */
  readonly unknownWords = new Map<string, number>();
  title = '';

  readonly scanNames: ScanNames = {
    isComment: (environment) => this.environments.isComment(environment),
    placeholder: (word) => this.macros.placeholder(word),
  };

  markEndless(macro: string): void {
    this.endlessMacros.add(macro);
    this.macros.forbid(macro);
  }

  countUnknown(word: string): void {
    const isKnown = KNOWN_WORDS.has(word) || this.macros.isKnown(word) || !/^[A-Za-z]+$/.test(word);
    if (!isKnown) this.unknownWords.set(word, (this.unknownWords.get(word) ?? 0) + 1);
  }

  /** Reads the declaration that follows a control word. Returns false if the word declares nothing. */
  declare(word: string, stream: NodeStream): boolean {
    if (word === 'title') this.title = this.titleText(stream.arguments(['o', 'm'])?.[1] ?? []) || this.title;
    else if (word === 'externaldocument') this.#external(stream);
    else return this.environments.read(word, stream, (nodes) => this.titleText(nodes));
    return true;
  }

  /** The text of a title or name, without notes. */
  titleText(nodes: readonly TexNode[]): string {
    return titleText(writeTex(nodes, this, true).text);
  }

  #external(stream: NodeStream): void {
    const [prefix, , document] = stream.arguments(['o', 'o', 'm']) ?? [];
    if (!document) return;
    const external = {
      prefix: plainText(prefix).trim(),
      document: plainText(document)
        .trim()
        .replace(/\.tex$/, ''),
    };
    if (external.document !== '') this.externals.push(external);
  }
}
