/** Writes exports of compiled modules that Lean cannot produce: inconsistent or cyclic ones, or ones of other versions. */

const codes = (text: string): string => (text === '' ? '-' : [...text].map((each) => each.codePointAt(0)).join(','));

export class ExportText {
  private readonly lines: string[] = [];
  private readonly names = new Map<string, number>([['', 0]]);
  private exprs = 0;

  /** In `A.b.3`, a component of digits is a number. */
  name(dotted: string): number {
    const known = this.names.get(dotted);
    if (known !== undefined) return known;
    const cut = dotted.lastIndexOf('.');
    const parent = this.name(cut < 0 ? '' : dotted.slice(0, cut));
    const last = dotted.slice(cut + 1);
    this.lines.push(/^\d+$/.test(last) ? `N i ${parent} ${last}` : `N s ${parent} ${codes(last)}`);
    this.names.set(dotted, this.names.size);
    return this.names.size - 1;
  }

  private expr(line: string): number {
    this.lines.push(`E ${line}`);
    return this.exprs++;
  }

  constant = (name: string): number => this.expr(`c ${this.name(name)}`);
  app = (fn: number, arg: number): number => this.expr(`a ${fn} ${arg}`);
  bound = (index: number): number => this.expr(`b ${index}`);
  prop = (): number => this.expr('s 0');
  pi = (binder: string, variable: string, type: number, body: number): number =>
    this.expr(`p ${binder} ${this.name(variable)} ${type} ${body}`);

  line(text: string): this {
    this.lines.push(text);
    return this;
  }

  imports(name: string): this {
    return this.line(`I ${this.name(name)}`);
  }

  theorem(name: string, type: number, value: number): this {
    return this.line(`D theorem s ${value} ${this.name(name)} ${type} 0`);
  }

  def(name: string, type: number, value: number): this {
    return this.line(`D def s a ${value} ${this.name(name)} ${type} 0`);
  }

  axiom(name: string, type: number): this {
    return this.line(`D axiom s ${this.name(name)} ${type} 0`);
  }

  at(name: string, line: number): this {
    return this.line(`R ${this.name(name)} ${line} ${line}`);
  }

  toString(): string {
    return [...this.lines, 'end', ''].join('\n');
  }
}
