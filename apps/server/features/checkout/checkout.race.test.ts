import { payments } from '@esteira/db/schema/billing/payments';
import { leases } from '@esteira/db/schema/platform/leases';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { RecordingGateway } from '../../testing/marketplaces/recording-gateway';
import { createTestDeps, createTestServer, type TestServer } from '../../testing/server';
import { reconcilePayments } from './reconcile';

const MINUTE = 60_000;
const start = new Date('2027-01-15T15:00:00.000Z').getTime();
const ONE_MONTH = '2027-02-15T15:00:00.000Z';
const gateway = new RecordingGateway();

let server: TestServer;
/** Another instance on the same database: it shares nothing else with the first. */
let other: Awaited<ReturnType<typeof buildApp>>;
let now = start;
let user: TestUser;

beforeAll(async () => {
  const clock = () => new Date(now);
  server = await createTestServer({ deps: { payments: gateway, clock } });
  other = await buildApp(createTestDeps(server.db, { payments: gateway, clock }));
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  gateway.reset();
  now = start;
  user = await makeUser(server);
});

async function pay(app: Pick<TestServer['app'], 'inject'>, chave: string, fields: object = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/checkout',
    headers: { authorization: `Bearer ${user.token}`, 'idempotency-key': chave },
    payload: {
      plano: 'basico',
      nome_cartao: 'Ana Souza',
      numero_cartao: '4111 1111 1111 1111',
      validade: '12/39',
      cvv: '123',
      parcelas: 1,
      ...fields,
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function expiry() {
  return (await server.call('GET', '/api/auth/me', { token: user.token })).body.data_expiracao;
}

const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
/** Long enough for every parallel post to find the first one at the gateway. */
const slowly = () => new Promise((resolve) => setTimeout(resolve, 100));
const times = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A promise with its resolution outside. */
function gate() {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

describe('parallel posts of one submission', () => {
  it('to one instance charge once and all get the answer', async () => {
    gateway.beforeCharge = slowly;
    const chave = unique('chave');
    const answers = await Promise.all(times(20).map(() => pay(server.app, chave)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(gateway.charges).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    expect(await expiry()).toBe(ONE_MONTH);
  });

  it('to two instances charge once; who has to wait is told so', async () => {
    for (const round of times(5)) {
      user = await makeUser(server);
      gateway.reset();
      gateway.beforeCharge = slowly;
      const chave = unique('chave');
      const answers = await Promise.all(times(20).map((n) => pay(n % 2 === 0 ? server.app : other, chave)));
      expect(answers.some(({ status }) => status === 201)).toBe(true);
      for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
        expect({ round, status, body }).toEqual({
          round,
          status: 409,
          body: { detail: 'Pagamento em processamento. Aguarde alguns instantes.' },
        });
      }
      expect(gateway.charges).toHaveLength(1);
      expect(await expiry()).toBe(ONE_MONTH);
      expect((await pay(other, chave)).status).toBe(201);
      expect(gateway.charges).toHaveLength(1);
    }
  });

  it('with different bodies under one key charge one of them', async () => {
    const chave = unique('chave');
    const answers = await Promise.all(
      times(12).map((n) => pay(server.app, chave, { parcelas: 1 + (n % 3) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8);
    expect(gateway.charges).toHaveLength(1);
  });
});

describe('parallel payments of one seller', () => {
  it('are charged one at a time: who comes while one is under way is told so, and none is half done', async () => {
    for (const round of times(5)) {
      user = await makeUser(server);
      gateway.reset();
      gateway.beforeCharge = slowly;
      const answers = await Promise.all(
        times(10).map((n) => pay(n % 2 === 0 ? server.app : other, unique('chave'))),
      );
      const paid = answers.filter(({ status }) => status === 201);
      expect({ round, paid: paid.length }).toEqual({ round, paid: 1 });
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
      for (const { body } of answers.filter(({ status }) => status === 409)) {
        expect(body.detail).toBe('Há um pagamento em análise. Aguarde o resultado antes de pagar de novo.');
      }
      expect(gateway.charges).toHaveLength(1);
      expect(await stored()).toHaveLength(1);
    }
  });

  it('add their months up, one after the other', async () => {
    for (const _ of times(10)) expect((await pay(server.app, unique('chave'))).status).toBe(201);
    expect(await expiry()).toBe('2027-11-15T15:00:00.000Z');
    const ends = (await stored()).map(({ valido_ate }) => valido_ate);
    expect(new Set(ends).size).toBe(10);
  });
});

describe('an instance that hangs in the middle of a payment', () => {
  it('keeps the others waiting for a minute; then one of them finishes the charge', async () => {
    const chave = unique('chave');
    const charged = gate();
    const woken = gate();
    gateway.afterCharge = () => {
      charged.open();
      return woken.passed;
    };
    const hanging = pay(server.app, chave);
    await charged.passed;
    gateway.afterCharge = () => undefined;
    expect((await pay(other, chave)).status).toBe(409);
    now += MINUTE + 1;
    expect((await pay(other, chave)).status).toBe(201);
    woken.open();
    expect((await hanging).status).toBe(201);
    expect(gateway.charges).toHaveLength(1);
    expect(await expiry()).toBe('2027-02-15T15:01:00.001Z');
  });
});

describe('reconciliation', () => {
  it('running on two instances while the seller retries grants one month', async () => {
    const chave = unique('chave');
    const review = { numero_cartao: '4000 0000 0000 2024' };
    expect((await pay(server.app, chave, review)).status).toBe(409);
    now += 3 * MINUTE;
    await Promise.all([
      reconcilePayments(server.deps),
      reconcilePayments(createTestDeps(server.db, { payments: gateway, clock: () => new Date(now) })),
      ...times(4).map(() => pay(other, chave, review)),
    ]);
    expect((await pay(other, chave, review)).status).toBe(201);
    expect(await expiry()).toBe('2027-02-15T15:03:00.000Z');
    expect(await server.db.select().from(leases)).toEqual([]);
  });
});
