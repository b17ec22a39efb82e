/**
 * The prompts for a Lean block: eight templates that are composed of the same sections. A changed text requires a new
 * version number of the family.
 */
import type { Template } from '../template.ts';

/** Which sections a template has. */
export interface LeanBlockParts {
  /** The problem in words and its proof, if any. */
  informal: boolean;
  /** Retrieved declarations. */
  retrieval: boolean;
  /** A failed attempt and Lean's error, for a repair. */
  repair: boolean;
}

const VERSION = 2;

const TASK = `You prove theorems in Lean 4. You are shown a part of a Lean file in which one hole is marked \`sorry /- the hole -/\`, and the goal at that place. Write the proof that goes there.`;

const OUTPUT_RULES = [
  '- Output only the Lean proof block that fills the hole, starting with `by`: no prose, no imports, no restated theorem.',
  '- Do not use `sorry` or `admit`, and declare nothing: the block must prove the goal as it stands.',
];

const SIMP_RULE = 'if needed, call simp with bracketed lemmas: `simp [Nat.add_comm]`.';

const RETRIEVAL_RULES = [
  '- Use the retrieved lemma names exactly as they are listed.',
  `- Don't invent lemma names; ${SIMP_RULE}`,
];

const NO_RETRIEVAL_RULES = [`- Don't invent lemma names: use only those that you are sure of; ${SIMP_RULE}`];

const INFORMAL_RULE =
  '- Follow the proof in words where it is right. Lean decides: where it is wrong or has gaps, prove the goal otherwise.';

const REPAIR_SECTIONS = [
  '# Previous attempt',
  '{{attempt}}',
  '# What went wrong',
  '{{failure}}',
  '{{goals}}',
  '{{hint}}',
  '{{earlier}}',
  '{{request}}',
  'Output only the whole corrected Lean proof block, starting with `by`.',
];

export function leanBlockTemplate({ informal, retrieval, repair }: LeanBlockParts): Template {
  const strategy = informal ? (retrieval ? 'formal-rag' : 'formal') : retrieval ? 'rag' : 'baseline';
  return {
    id: `${strategy}-${repair ? 'repair' : 'propose'}@${VERSION}`,
    system: [
      TASK +
        (informal ? ' You are also shown the problem in words, with a proof.' : '') +
        (repair ? ' An earlier attempt failed; repair it, or prove the goal in another way.' : ''),
      '',
      'Rules:',
      ...(informal ? [INFORMAL_RULE] : []),
      ...(retrieval ? RETRIEVAL_RULES : NO_RETRIEVAL_RULES),
      ...OUTPUT_RULES,
    ].join('\n'),
    user: [
      ...(informal ? ['# Problem in words', '{{statement}}', '{{proof}}'] : []),
      ...['{{project}}', '# File', '{{file}}', '# Goal', '{{goal}}'],
      ...(retrieval ? ['{{context}}'] : []),
      ...(repair ? REPAIR_SECTIONS : [proposeRequest(informal)]),
    ].join('\n\n'),
  };
}

const proposeRequest = (informal: boolean): string =>
  `${informal ? 'Convert the proof in words into a proof of the goal in Lean.' : 'Prove the goal.'} Output only the Lean proof block, starting with \`by\`.`;
