import { describe, expect, it } from 'vitest';
import { type BulkOutcome, byUrgency, summaryOf } from './bulk-outcome';

const outcome = (id: string, state: BulkOutcome['state']): BulkOutcome => ({ id, nome: id, state, text: '' });

describe('the outcomes of a bulk run', () => {
  it('are counted in agreement with their number, and only where there are any', () => {
    const words: [string, string] = ['publicado', 'publicados'];
    expect(summaryOf([outcome('a', 'done')], words)).toBe('1 publicado');
    expect(summaryOf([outcome('a', 'failed')], words)).toBe('0 publicados, 1 com erro');
    expect(summaryOf([outcome('a', 'done'), outcome('b', 'done'), outcome('c', 'skipped')], words)).toBe(
      '2 publicados, 1 não enviado',
    );
  });

  it('show failures first, then what was not sent, each in the order of the list', () => {
    const all = [outcome('a', 'done'), outcome('b', 'skipped'), outcome('c', 'failed'), outcome('d', 'done')];
    expect(byUrgency(all).map(({ id }) => id)).toEqual(['c', 'b', 'a', 'd']);
  });
});
