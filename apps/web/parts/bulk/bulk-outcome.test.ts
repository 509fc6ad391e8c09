import { describe, expect, it } from 'vitest';
import { type BulkOutcome, sortByUrgency, summarize } from './bulk-outcome';

const outcome = (id: string, state: BulkOutcome['state']): BulkOutcome => ({ id, name: id, state, text: '' });
const WORDS = { done: ['publicado', 'publicados'], skipped: ['não enviado', 'não enviados'] } as const;

describe('the outcomes of a bulk run', () => {
  it('are counted in agreement with their number, and only where there are any', () => {
    expect(summarize([outcome('a', 'done')], WORDS)).toBe('1 publicado');
    expect(summarize([outcome('a', 'failed')], WORDS)).toBe('0 publicados, 1 com erro');
    expect(summarize([outcome('a', 'done'), outcome('b', 'done'), outcome('c', 'skipped')], WORDS)).toBe(
      '2 publicados, 1 não enviado',
    );
    const queued = { ...outcome('d', 'done'), isQueued: true };
    expect(summarize([outcome('a', 'done'), queued], WORDS)).toBe('1 publicado, 1 em processamento');
    expect(summarize([queued], WORDS)).toBe('1 em processamento');
  });

  it('show failures first, then what was not sent, each in the order of the list', () => {
    const all = [outcome('a', 'done'), outcome('b', 'skipped'), outcome('c', 'failed'), outcome('d', 'done')];
    expect(sortByUrgency(all).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
  });
});
