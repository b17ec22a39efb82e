/** Proof templates as text for a terminal. Pure. */
import { clickablePath } from './clickable-path.ts';
import { paint, type TextStyle } from './style.ts';
import type { TemplatesReport } from './templates-schema.ts';

export function renderTemplates({ hits, notices }: TemplatesReport, style: TextStyle, cwd: string): string {
  const color = paint(style);
  const blocks = hits.map(({ skeleton, score, votes, exemplars }) => {
    const support = votes === 0 ? 'frequent' : votes === 1 ? '1 vote' : `${votes} votes`;
    return [
      `${color.bold(skeleton)}  ${color.dim(`${score.toFixed(3)}, ${support}`)}`,
      ...exemplars.map(({ name, path, line, slots }) => {
        const place = color.dim(`${clickablePath(path, cwd)}:${line}`);
        return `    ${name}${slots.length === 0 ? '' : `  ${color.dim('with')} ${slots.join(', ')}`}\n      ${place}`;
      }),
    ].join('\n');
  });
  const none = hits.length === 0 ? ['No template was found.'] : [];
  return `${[...blocks, ...none, ...notices.map((notice) => `${color.yellow('note')} ${notice}`)].join('\n\n')}\n`;
}
