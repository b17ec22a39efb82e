/** What a run on record was asked for, to go on with it or to do it again. */
import type { Settings } from '../config/settings.ts';
import type { RunSummary } from '../prove/run/summary.ts';
import type { ProveAsked } from './prove-options.ts';

interface AskedThen {
  prove: ProveAsked;
  model: Pick<Settings['model'], 'name' | 'baseUrl' | 'temperature' | 'maxOutputTokens'>;
  index: string | null;
}

/** Keys and patience with the model are those of now, the rest is that of then. */
export function askedOf({ started }: RunSummary, settings: Settings): { asked: ProveAsked; settings: Settings } {
  const { prove, model, index } = started.asked as unknown as AskedThen;
  return {
    asked: prove,
    settings: { ...settings, indexPath: index ?? settings.indexPath, model: { ...settings.model, ...model } },
  };
}
