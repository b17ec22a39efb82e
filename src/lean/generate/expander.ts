/** Processes a file's outline step by step: applies each attribute and command to the declarations known so far. */
import type { AttributeUse, FileOutline, OutlineStep } from '../declaration.ts';
import { plainName, readSimpsArguments } from './attribute-syntax.ts';
import type { ModuleResult, Expansion, Place, TranslationName } from './expansion.ts';
import { addExt } from './ext.ts';
import { addRelated, RELATED_RULES } from './related.ts';
import { simpsLemmas } from './simps.ts';
import { MAX_ANCESTORS } from './structures.ts';
import { type ApplyAttribute, Translator } from './translate.ts';

type Step<K extends OutlineStep['step']> = Extract<OutlineStep, { step: K }>;

/** Lean runs these during type checking, the others after compilation, in the order written. */
const EARLY = new Set(['ext', 'mk_iff']);

export class Expander {
  readonly #expansion: Expansion;
  readonly #translators: Record<TranslationName, Translator>;

  constructor(expansion: Expansion) {
    this.#expansion = expansion;
    this.#translators = {
      to_additive: new Translator('to_additive', expansion, this.#apply),
      to_dual: new Translator('to_dual', expansion, this.#apply),
    };
  }

  /** Expands the files of one module, whose position in the order is `place`; returns its queries and effects. */
  expand(module: string, place: number, outlines: readonly FileOutline[]): ModuleResult {
    this.#expansion.startModule(module, place);
    for (const { steps } of outlines) {
      this.#expansion.startFile();
      this.#translators.to_additive.startFile();
      this.#translators.to_dual.startFile();
      for (const step of steps) this.#step(step, module);
    }
    return this.#expansion.endModule();
  }

  #step(step: OutlineStep, module: string): void {
    switch (step.step) {
      case 'declaration':
        return this.#declaration(step, module);
      case 'attribute':
        return this.#attributeCommand(step, module);
      case 'command':
        return this.#command(step, module);
      case 'structure':
        return this.#parents(step, module);
    }
  }

  /** Projections to parents written as notation; the reader declares the others. */
  #parents({ structure, line }: Step<'structure'>, module: string): void {
    const { name, parents, context } = structure;
    for (const [index, parent] of (this.#expansion.structures.get(name)?.parents ?? []).entries()) {
      if (parents[index]?.projection !== '' || parent.projection === '') continue;
      const projection = `${name}.${parent.projection}`;
      const type = `: ${parent.type}`;
      this.#expansion.add(
        { name: projection, origin: 'notation_parent', from: name, kind: 'field', type },
        { module, line, context },
      );
    }
  }

  #declaration(step: Step<'declaration'>, module: string): void {
    const place: Place = { module, line: step.line, context: step.context };
    if (step.attributes.some(({ name, args }) => name.startsWith('simps') || args.includes('simps'))) {
      const { name, isInstance, resultHead, context } = step;
      this.#expansion.rememberSimpsSource({ name, isInstance, resultHead, context });
    }
    for (const isEarly of [true, false]) {
      for (const attribute of step.attributes)
        if (EARLY.has(plainName(attribute)) === isEarly) this.#apply(attribute, step.name, place);
    }
  }

  #attributeCommand(step: Step<'attribute'>, module: string): void {
    const place: Place = { module, line: step.line, context: step.context };
    for (const target of step.targets) {
      const source = this.#expansion.resolve(target, step.context);
      for (const attribute of step.attributes) this.#apply(attribute, source, place);
    }
  }

  #command(step: Step<'command'>, module: string): void {
    const expansion = this.#expansion;
    const place: Place = { module, line: step.line, context: step.context };
    const words = step.text.split(/[\s,]+/).filter((word) => word !== '');
    const [first = '', second = ''] = words;
    switch (step.command) {
      case 'insert_to_additive_translation':
        if (second !== '') expansion.tables.to_additive.set(first, second);
        break;
      case 'to_additive_name_hint':
        expansion.guessers.to_additive = expansion.guessers.to_additive.withHints([[first, second]]);
        break;
      case 'to_dual_name_hint': {
        const hints: [string, string][] = [];
        for (let i = 0; i + 1 < words.length; i += 2)
          hints.push([words[i]!, words[i + 1]!], [words[i + 1]!, words[i]!]);
        expansion.guessers.to_dual = expansion.guessers.to_dual.withHints(hints);
        break;
      }
      case 'mk_iff_of_inductive_prop':
        expansion.add({ name: second, origin: 'mk_iff', from: first, kind: 'theorem' }, place);
        break;
      case 'add_decl_doc':
        if (step.doc !== null) expansion.setDoc(expansion.resolve(first, step.context), step.doc);
        break;
    }
  }

  readonly #apply: ApplyAttribute = (attribute, source, place) => {
    if (this.#expansion.isFull(place)) return [];
    const name = plainName(attribute);
    switch (name) {
      case 'to_additive':
      case 'to_dual':
        return this.#translators[name].translate(attribute, source, place);
      case 'simps':
        return this.#simps(attribute, source, place);
      case 'ext':
        return addExt(attribute, source, place, this.#expansion);
    }
    const rule = Object.hasOwn(RELATED_RULES, name) ? RELATED_RULES[name] : undefined;
    if (rule === undefined) return [];
    return addRelated(rule, { attribute, source, place, expansion: this.#expansion }, this.#apply);
  };

  #simps(attribute: AttributeUse, source: string, place: Place): string[] {
    const expansion = this.#expansion;
    const args = readSimpsArguments(attribute);
    const known = expansion.simpsSource(source);
    const head = known === undefined ? null : expansion.structureOf(known);
    const simpsSource = known ?? {
      name: source,
      isInstance: expansion.find(source)?.kind === 'instance',
      resultHead: null,
      context: place.context,
    };
    if (head !== null && expansion.structures.extendsTooMany(head)) {
      expansion.problem(place, `simps is left out: ${head} extends more than ${MAX_ANCESTORS} structures`);
      return [];
    }
    const lemmas = simpsLemmas(simpsSource, args, expansion.structures, head);
    const simp: AttributeUse[] = args.isSimp ? [{ name: 'simp', args: '', doc: null, scope: 'global' }] : [];
    const names: string[] = [];
    for (const { name, isApproximate } of lemmas) {
      names.push(name);
      // Several @[simps] on one declaration may generate the same lemma; a guess does not replace a written lemma.
      if (expansion.exists(name)) continue;
      const attributes = [...simp, ...args.attributes];
      expansion.add({ name, origin: 'simps', from: source, kind: 'theorem', attributes, isApproximate }, place);
      for (const nested of args.attributes) this.#apply(nested, name, place);
    }
    return names;
  }
}
