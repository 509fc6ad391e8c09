import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AdapterError } from '../adapter-error';
import { ERROR_SENTINELS, failOn, PICTURE_SENTINEL, RESULT_SENTINELS, sentinelIn } from './sentinels';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('sentinelIn', () => {
  it('finds a sentinel in any of the texts, in any case, beside other words', () => {
    expect(sentinelIn('SKU-1', 'Fone sim-indisponivel azul')).toBe('SIM-INDISPONIVEL');
    expect(sentinelIn('SIM-LIMITE-001', 'Fone')).toBe('SIM-LIMITE');
    expect(sentinelIn(null, 'Fone')).toBeNull();
  });

  it('takes the longest of sentinels that begin alike', () => {
    expect(sentinelIn('SIM-RECUSAR-DEPOIS-7')).toBe('SIM-RECUSAR-DEPOIS');
    expect(sentinelIn('SIM-PROCESSANDO-SEMPRE')).toBe('SIM-PROCESSANDO-SEMPRE');
    expect(sentinelIn('SIM-PROCESSANDO')).toBe('SIM-PROCESSANDO');
  });

  it('leaves ordinary products alone', () => {
    for (const text of ['SIM', 'SIMULADOR', 'ASSIM-LIMITE', 'SIM-LIMITES', 'SIM-CARD 4G']) {
      expect(sentinelIn(text)).toBeNull();
    }
  });
});

describe('failOn', () => {
  it('fails with the documented kind for each failing sentinel', () => {
    for (const [sentinel, [kind, mensagem]] of Object.entries(ERROR_SENTINELS)) {
      expect(() => failOn(sentinelIn(sentinel), NOW)).toThrow(
        expect.objectContaining({ kind, message: mensagem }),
      );
    }
  });

  it('says when to come back only on the rate limit', () => {
    const caught = (text: string) => {
      try {
        failOn(sentinelIn(text), NOW);
      } catch (error) {
        if (error instanceof AdapterError) return error.retryAt;
      }
      throw new Error('nothing failed');
    };
    expect(caught('SIM-LIMITE')).toEqual(new Date('2026-11-21T12:00:30Z'));
    expect(caught('SIM-INDISPONIVEL')).toBeNull();
  });

  it('lets results and ordinary texts pass', () => {
    for (const sentinel of [null, ...RESULT_SENTINELS]) expect(() => failOn(sentinel, NOW)).not.toThrow();
  });
});

it('documents every sentinel in docs/sentinels.md', () => {
  const document = readFileSync(new URL('../../../../docs/sentinels.md', import.meta.url), 'utf8');
  for (const sentinel of [...Object.keys(ERROR_SENTINELS), ...RESULT_SENTINELS, PICTURE_SENTINEL]) {
    expect(document).toContain(`\`${sentinel}\``);
  }
});
