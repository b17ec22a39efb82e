/** Formats proof templates for a goal, or similar solved problems, for an agent. Pure. */
import type { TemplatesNearestReport } from '../../report/template-graph-schema.ts';
import type { TemplatesReport } from '../../report/templates-schema.ts';
import {
  firstOf,
  noteLines,
  shortNotes,
  shortText,
  shortType,
  type ToolOutput,
  unlessEmpty,
  type Warned,
} from './tool-result.ts';

const MAX_PROBLEM_LENGTH = 300;
const MAX_STEP_LENGTH = 200;
const MAX_STEPS = 8;
const MAX_THEOREMS = 5;

export function formatTemplates(report: Warned<TemplatesReport | TemplatesNearestReport>): ToolOutput {
  return report.schema === 'lemmahead/templates-search@1' ? formatProofs(report) : formatProblems(report);
}

function formatProofs({ hits, notices, warnings }: Warned<TemplatesReport>): ToolOutput {
  const notes = shortNotes(notices, warnings);
  const proofs = hits.map(({ skeleton, votes, exemplars }) => ({
    skeleton,
    votes,
    exemplars: exemplars.map(({ name, slots }) => (slots.length === 0 ? name : `${name}: ${slots.join(', ')}`)),
  }));
  const lines = [
    ...noteLines(notes),
    ...(proofs.length === 0 ? ['No proof template found.'] : []),
    ...proofs.flatMap(({ skeleton, votes, exemplars }) => [
      `${skeleton}  (${votes} votes)`,
      ...exemplars.map((each) => `  ${each}`),
    ]),
  ];
  return { compact: { proofs: unlessEmpty(proofs), notes: unlessEmpty(notes) }, lines };
}

function formatProblems({ hits, imported, notices, warnings }: Warned<TemplatesNearestReport>): ToolOutput {
  const notes = shortNotes(imported ? ['The graph was imported: its texts are not checked.'] : [], notices, warnings);
  const problems = hits.map(({ title, problem, similarity, steps, theorems }) => ({
    title,
    problem: shortText(problem, MAX_PROBLEM_LENGTH),
    similarity: Math.round(similarity * 1000) / 1000,
    steps: unlessEmpty(
      firstOf(
        steps.map(({ text, theorem }) => shortType(theorem === null ? text : `${text} [${theorem}]`, MAX_STEP_LENGTH)),
        MAX_STEPS,
      ),
    ),
    theorems: unlessEmpty(
      firstOf(
        theorems.map(({ name }) => name),
        MAX_THEOREMS,
      ),
    ),
  }));
  const lines = [
    ...noteLines(notes),
    ...(problems.length === 0 ? ['No similar problem found.'] : []),
    ...problems.flatMap(({ title, problem, similarity, steps = [], theorems = [] }) => [
      `${title} (${similarity}): ${shortType(problem, MAX_PROBLEM_LENGTH)}`,
      ...steps.map((step, at) => `  ${at + 1}. ${step}`),
      ...(theorems.length === 0 ? [] : [`  theorems: ${theorems.join('; ')}`]),
    ]),
  ];
  return { compact: { problems: unlessEmpty(problems), notes: unlessEmpty(notes) }, lines };
}
