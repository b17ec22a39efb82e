/** Collects the problems of a document. Limits the number per code, because a broken file has thousands. */
import type { DocumentProblem, PiecePlace } from './document.ts';

const MAX_PER_CODE = 20;

export class ProblemList {
  readonly #problems: DocumentProblem[] = [];
  readonly #counts = new Map<string, number>();

  add(code: string, message: string, place: PiecePlace | null): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= MAX_PER_CODE) this.#problems.push({ code, message, place });
  }

  addAll(problems: readonly DocumentProblem[]): void {
    for (const { code, message, place } of problems) this.add(code, message, place);
  }

  all(): DocumentProblem[] {
    const more = [...this.#counts].filter(([, count]) => count > MAX_PER_CODE);
    const totals = more.map(([code, count]) => ({
      code,
      message: `And ${count - MAX_PER_CODE} more of this kind.`,
      place: null,
    }));
    return [...this.#problems, ...totals];
  }
}
