/** What a LaTeX document has said about itself so far: macros, environments, title, other documents. */
import type { ExternalDocument } from '../document.ts';
import { Environments } from './environments.ts';
import { KNOWN_WORDS } from './known-words.ts';
import { Macros, plainText } from './macros.ts';
import type { NodeStream } from './node-stream.ts';
import type { ScanNames } from './scan.ts';
import type { TexNode } from './tex-parser.ts';
import { writeTex } from './tex-writer.ts';
import { titleWords } from './title-words.ts';

export class DocumentState {
  readonly macros = new Macros();
  readonly environments = new Environments();
  readonly externals: ExternalDocument[] = [];
  /** Macros that stand for themselves, directly or by others. */
  readonly endlessMacros = new Set<string>();
  /** How often each control word that nobody knows was left as it stands. */
  readonly unknownWords = new Map<string, number>();
  title = '';

  readonly scanNames: ScanNames = {
    isComment: (environment) => this.environments.isComment(environment),
    placeholder: (word) => this.macros.placeholder(word),
  };

  endless(macro: string): void {
    this.endlessMacros.add(macro);
    this.macros.forbid(macro);
  }

  leftAsItStands(word: string): void {
    const isOurs = KNOWN_WORDS.has(word) || this.macros.isKnown(word) || !/^[A-Za-z]+$/.test(word);
    if (!isOurs) this.unknownWords.set(word, (this.unknownWords.get(word) ?? 0) + 1);
  }

  /** Reads what a control word declares. False: it declares nothing. */
  declare(word: string, stream: NodeStream): boolean {
    if (word === 'title') this.title = this.words(stream.arguments(['o', 'm'])?.[1] ?? []) || this.title;
    else if (word === 'externaldocument') this.#external(stream);
    else return this.environments.read(word, stream, (nodes) => this.words(nodes));
    return true;
  }

  /** For titles and names, without notes. */
  words(nodes: readonly TexNode[]): string {
    return titleWords(writeTex(nodes, this, true).text);
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
