/** Text list of the models of a server. */
import type { ModelList } from '../llm/list-models.ts';
import { paint, type TextStyle } from './style.ts';

export function renderModels({ endpoint, models }: ModelList, style: TextStyle): string {
  const color = paint(style);
  if (models.length === 0) return `The server at ${endpoint} has no models.\n`;
  const width = Math.max(...models.map(({ name }) => name.length));
  const lines = models.map(({ name, price }) => {
    const cost = price === null ? 'price unknown' : `$${price.input} in, $${price.output} out`;
    return `${color.bold(name.padEnd(width))}  ${color.dim(cost)}`;
  });
  return `${[...lines, '', color.dim(`US dollars per million tokens. Server: ${endpoint}.`)].join('\n')}\n`;
}
