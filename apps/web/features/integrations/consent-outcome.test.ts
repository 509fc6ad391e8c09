import { CONSENT_OUTCOMES } from '@esteira/domain/accounts/consent';
import { describe, expect, it } from 'vitest';
import { readOutcome } from './consent-outcome';

const read = (query: string) => readOutcome(new URLSearchParams(query));

describe('the outcome of a consent', () => {
  it.each(CONSENT_OUTCOMES)('has a sentence: %s', (outcome) => {
    const notice = read(`conexao=${outcome}&marketplace=mercadolivre`);
    expect(notice?.text).toMatch(/^\p{Lu}.*[.!]$/u);
    expect(notice?.done).toBe(outcome === 'ok');
  });

  it.each(['', 'conexao=ok', 'conexao=ok&marketplace=ebay', 'conexao=<b>oi</b>&marketplace=amazon'])(
    'is nothing that anybody may write into the address: %j',
    (query) => {
      expect(read(query)).toBeNull();
    },
  );
});
