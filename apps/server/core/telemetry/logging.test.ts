import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors';
import { logFailure, logWorkFailure } from './logging';

function createLog() {
  const lines: [level: string, fields: object, message: string][] = [];
  return {
    lines,
    warn: (fields: object, message: string) => lines.push(['warn', fields, message]),
    error: (fields: object, message: string) => lines.push(['error', fields, message]),
  };
}

const BUYER = 'Maria da Silva, Rua das Flores 10';
const outage = () => {
  const error = new AdapterError('upstream_unavailable', `Não foi possível entregar a ${BUYER}`, {
    cause: Object.assign(new Error(BUYER), { code: 'ECONNREFUSED' }),
  });
  error.operation = 'readOrder';
  return error;
};

describe('the log', () => {
  it('tells of a marketplace that fails a seller, by its operation, kind and reason', () => {
    const log = createLog();
    logFailure(log, new AppError('unavailable', 'Tente novamente.', { cause: outage() }));
    expect(log.lines).toEqual([
      [
        'warn',
        expect.objectContaining({
          kind: 'upstream_unavailable',
          operation: 'readOrder',
          reason: 'ECONNREFUSED',
        }),
        'a marketplace failed',
      ],
    ]);
  });

  it('tells of a marketplace that fails a job, with the work and the marketplace', () => {
    const log = createLog();
    logWorkFailure(log, outage(), { work: 'order-read', marketplace: 'amazon' });
    expect(log.lines).toEqual([
      [
        'warn',
        expect.objectContaining({ work: 'order-read', marketplace: 'amazon', kind: 'upstream_unavailable' }),
        'a marketplace failed',
      ],
    ]);
  });

  it('names where our own work failed, and no value of it', () => {
    const log = createLog();
    const cause = Object.assign(new Error(`duplicate key (nome)=(${BUYER})`), { code: '23505' });
    logWorkFailure(log, new Error(BUYER, { cause }), { work: 'polls' });
    expect(log.lines).toMatchObject([['error', { work: 'polls', code: '23505' }, 'background work failed']]);
  });

  it('holds no personal data of what failed', () => {
    const log = createLog();
    logFailure(log, new AppError('internal', BUYER, { cause: new Error(BUYER) }));
    logFailure(log, new AppError('unavailable', BUYER, { cause: outage() }));
    logWorkFailure(log, new Error(BUYER), { work: 'polls' });
    expect(log.lines).toHaveLength(3);
    expect(JSON.stringify(log.lines)).not.toContain('Maria');
  });
});
