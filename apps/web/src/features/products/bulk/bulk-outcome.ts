import { formatCount } from '../../../lib/format/figures';
import type { BulkAction } from './bulk-actions';

/** What became of one product of a run. */
export interface BulkOutcome {
  id: string;
  nome: string;
  state: 'done' | 'failed' | 'skipped';
  /** In the server's words, where it has spoken. */
  text: string;
}

export function outcomesOf(outcomes: BulkOutcome[], state: BulkOutcome['state']): BulkOutcome[] {
  return outcomes.filter((outcome) => outcome.state === state);
}

/** '10 publicados, 2 com erro, 3 não enviados' */
export function summaryOf(outcomes: BulkOutcome[], [one, many]: BulkAction['done']): string {
  const done = outcomesOf(outcomes, 'done').length;
  const failed = outcomesOf(outcomes, 'failed').length;
  const skipped = outcomesOf(outcomes, 'skipped').length;
  return [
    `${formatCount(done)} ${done === 1 ? one : many}`,
    failed > 0 && `${formatCount(failed)} com erro`,
    skipped > 0 && `${formatCount(skipped)} ${skipped === 1 ? 'não enviado' : 'não enviados'}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What needs the seller comes first. */
export function byUrgency(outcomes: BulkOutcome[]): BulkOutcome[] {
  return (['failed', 'skipped', 'done'] as const).flatMap((state) => outcomesOf(outcomes, state));
}
