/** Formats tokens and cost. */
import { formatNumber } from '../base/format-number.ts';

/** `12,345 tokens, $0.0312`; '' if nothing was spent. */
export function formatSpending({ tokens, cost }: { tokens: number; cost: number | null }): string {
  if (tokens === 0) return '';
  const money = cost === null ? 'price unknown' : dollars(cost);
  return `${formatNumber(tokens)} tokens, ${money}`;
}

/** Four decimal places below one dollar: a request may cost less than a cent. */
export function dollars(cost: number): string {
  return `$${cost < 1 ? cost.toFixed(4) : cost.toFixed(2)}`;
}
