import { countText } from '@esteira/domain/text/count-text';
import { formatCount } from '../../lib/format/figures';

/** What became of one item of a run. */
export interface BulkOutcome {
  id: string;
  name: string;
  state: 'done' | 'failed' | 'skipped';
  /** Taken, but the marketplace does it later. */
  isQueued?: boolean;
  /** In the server's words, where it has spoken. */
  text: string;
}

/** 'publicado', 'publicados': what a number of items is called. */
type Counted = readonly [one: string, many: string];

/** How the result of a run counts its items. */
export interface BulkWords {
  done: Counted;
  skipped: Counted;
}

/** A run as it is shown: how far it is, and at its end what became of each item. */
export interface BulkRun {
  title: string;
  total: number;
  done: number;
  /** Grows while the run goes on; to be read at its end. */
  outcomes: BulkOutcome[];
  /** The result, where it is not a line per outcome. */
  lines?: BulkOutcome[];
  state: 'running' | 'cancelling' | 'ended';
}

export function filterOutcomes(outcomes: BulkOutcome[], state: BulkOutcome['state']): BulkOutcome[] {
  return outcomes.filter((outcome) => outcome.state === state);
}

/** '10 publicados, 1 em processamento, 2 com erro, 3 não enviados' */
export function summarize(outcomes: BulkOutcome[], words: BulkWords): string {
  const queued = outcomes.filter(({ isQueued }) => isQueued).length;
  const done = filterOutcomes(outcomes, 'done').length - queued;
  const failed = filterOutcomes(outcomes, 'failed').length;
  const skipped = filterOutcomes(outcomes, 'skipped').length;
  return [
    (done > 0 || queued === 0) && countText(done, ...words.done),
    queued > 0 && `${formatCount(queued)} em processamento`,
    failed > 0 && `${formatCount(failed)} com erro`,
    skipped > 0 && countText(skipped, ...words.skipped),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What needs the seller comes first. */
export function sortByUrgency(outcomes: BulkOutcome[]): BulkOutcome[] {
  return (['failed', 'skipped', 'done'] as const).flatMap((state) => filterOutcomes(outcomes, state));
}
