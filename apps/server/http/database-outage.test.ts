import { createDatabase } from '@esteira/db/database';
import { findOutage } from '@esteira/db/postgres/outage';
import { PoolBusyError } from '@esteira/db/postgres/pool-gate';
import { newId } from '@esteira/db/schema/columns';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../app';
import { createTestDeps } from '../testing/server';

const UNAVAILABLE = 'Serviço indisponível. Tente novamente em instantes.';
const BUSY = 'O sistema está ocupado no momento. Tente novamente em instantes.';
const FULL = 'O servidor está sem espaço em disco e nada foi gravado. Tente novamente mais tarde.';

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error('as the driver says'), { code, ...more });
const ofStatement = (cause: Error) => new DrizzleQueryError('SELECT', [], cause);

const OUTAGES: [name: string, error: Error, detail: string, retryAfter: string][] = [
  ['a refused connection', coded('ECONNREFUSED'), UNAVAILABLE, '5'],
  ['a connection that takes too long', coded('CONNECT_TIMEOUT'), UNAVAILABLE, '5'],
  ['a connection lost under a statement', ofStatement(coded('CONNECTION_CLOSED')), UNAVAILABLE, '5'],
  ['a reset under a statement', ofStatement(coded('ECONNRESET')), UNAVAILABLE, '5'],
  ['a server that shuts down', ofStatement(coded('57P01')), UNAVAILABLE, '5'],
  ['a lock that is not given', ofStatement(coded('55P03')), BUSY, '2'],
  ['a statement that takes too long', ofStatement(coded('57014')), BUSY, '2'],
  ['a pool without a free connection', ofStatement(new PoolBusyError()), BUSY, '2'],
  [
    'a statement that a migration outdated',
    ofStatement(coded('0A000', { routine: 'RevalidateCachedQuery' })),
    BUSY,
    '2',
  ],
  ['a full disk', ofStatement(coded('53100')), FULL, '60'],
];

/** Calls a server whose every statement fails with this error. */
async function callFailing(error: Error, url: string) {
  const fail = () => Promise.reject(error);
  const deps = createTestDeps(createDatabase({ run: fail, transaction: fail }));
  const app = await buildApp(deps);
  const authorization = `Bearer ${await deps.tokens.issue({ usuarioId: newId(), sessaoId: newId() })}`;
  const response = await app.inject({ url, headers: { authorization } });
  await app.close();
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() };
}

describe('what cannot be done because of the database', () => {
  it.each(OUTAGES)(
    'is answered with 503, a sentence and when to ask again: %s',
    async (_name, error, detail, retryAfter) => {
      // Drizzle wraps what fails a statement, and not what fails the beginning of a transaction.
      expect(findOutage(error)).not.toBeNull();
      const rest = await callFailing(error, '/api/auth/me');
      expect(rest).toEqual({ status: 503, retryAfter, body: { detail } });
      const trpc = await callFailing(error, '/trpc/auth.me,auth.me?batch=1&input=%7B%7D');
      expect([trpc.status, trpc.retryAfter]).toEqual([503, retryAfter]);
      const expected = { data: { httpStatus: 503, detail, retryAfter: Number(retryAfter) } };
      expect(trpc.body).toMatchObject([{ error: expected }, { error: expected }]);
    },
  );

  it.each([
    ['a failure of our own', new Error('a bug')],
    [
      "a connection refused to somebody else's server",
      new Error('fetch failed', { cause: coded('ECONNREFUSED') }),
    ],
    ['a violated constraint', ofStatement(coded('23514'))],
  ])('stays apart from %s, which is masked', async (_name, error) => {
    expect(await callFailing(error, '/api/auth/me')).toEqual({
      status: 500,
      retryAfter: undefined,
      body: { detail: 'Erro interno. Tente novamente em instantes.' },
    });
  });
});
