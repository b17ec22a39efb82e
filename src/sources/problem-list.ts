/** Problems of a document as they are found; of one kind only so many, for a broken file has thousands. */
import type { DocumentProblem, PiecePlace } from './document.ts';

const MOST_OF_A_KIND = 20;

export class ProblemList {
  readonly #problems: DocumentProblem[] = [];
  readonly #counts = new Map<string, number>();

  add(code: string, message: string, place: PiecePlace | null): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= MOST_OF_A_KIND) this.#problems.push({ code, message, place });
  }

  addAll(problems: readonly DocumentProblem[]): void {
    for (const { code, message, place } of problems) this.add(code, message, place);
  }

  all(): DocumentProblem[] {
    const more = [...this.#counts].filter(([, count]) => count > MOST_OF_A_KIND);
    const sums = more.map(([code, count]) => ({
      code,
      message: `And ${count - MOST_OF_A_KIND} more like these.`,
      place: null,
    }));
    return [...this.#problems, ...sums];
  }
}
