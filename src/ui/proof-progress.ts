/** What a person sees on stderr while `prove` runs: one line that lives, each retrieval, and with `--verbose` each attempt. */
import type { ProveRequest } from '../prove/loop.ts';
import type { Attempt } from '../prove/strategy.ts';
import type { Hole } from '../verify/hole/holes.ts';
import type { Verdict } from '../verify/verdict.ts';
import type { Log } from './log.ts';
import type { StartProgress } from './progress.ts';

export interface ProofProgress extends Required<Pick<ProveRequest, 'onHole' | 'onAttempt'>> {
  onRetrieval: (query: string, names: readonly string[]) => void;
  stop: () => void;
}

export function showProofProgress(log: Log, startProgress: StartProgress): ProofProgress {
  let [done, holes] = [0, 0];
  let line = startProgress('Proving');
  return {
    onHole(_hole, number, of) {
      [done, holes] = [number - 1, of];
    },
    onAttempt(hole, attempt, number) {
      const what = `${nameOf(hole)}: ${onOneLine(attempt.proposal.candidate.text)}`;
      line.update(done, holes, `${what} (attempt ${number})`);
      log.debug(`attempt ${number} at ${what}: ${verdictWords(attempt)}`);
    },
    onRetrieval(query, names) {
      // The line that lives would swallow words written beside it.
      line.stop();
      log.info(`retrieval query: ${query.replace(/\s+/g, ' ')}`);
      log.info(`  brought: ${names.join(', ') || 'nothing'}`);
      line = startProgress('Proving');
    },
    stop: () => line.stop(),
  };
}

function nameOf(hole: Hole): string {
  return hole.declaration?.name ?? `line ${hole.line}`;
}

function onOneLine(candidate: string): string {
  return candidate.replaceAll('\n', '; ');
}

function verdictWords({ verdict }: Attempt): string {
  switch (verdict.kind) {
    case 'accepted':
      return 'accepted';
    case 'unchecked':
      return `unchecked: ${verdict.detail}`;
    case 'rejected':
      return `rejected: ${rejectionWords(verdict)}`;
  }
}

function rejectionWords(verdict: Extract<Verdict, { kind: 'rejected' }>): string {
  switch (verdict.by) {
    case 'gate':
      return verdict.reason;
    case 'lean':
      return verdict.diagnostics[0]?.text.split('\n')[0] ?? '';
    case 'audit':
      return verdict.findings[0]?.detail ?? '';
  }
}
