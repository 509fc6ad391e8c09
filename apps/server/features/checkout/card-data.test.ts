import { randomUUID } from 'node:crypto';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { type FakeMercadoPago, startFakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { collectLog, readWholeDatabase } from '../../testing/watching/card-traces';
import { readNotifiedPayments } from './notified-payments';
import { reconcilePayments } from './reconcile';
import { readRenewals } from './renewal/relay';
import { makeGateway } from './testing/real-payments';

const NUMBER = '5105105105105100';
const CVV = '9173';
const CPF = '52998224725';
/** Each token is good once; all of them bear this. */
const TOKEN = 'canario7f3a';
const SECRET = 'segredo-do-painel';

/** Also with spaces, dots and dashes between, and not as part of an id. */
const asWritten = (digits: string) =>
  new RegExp(`(?<![0-9a-f-])${[...digits].join('[ .-]?')}(?![0-9a-f-])`, 'i');
const FORBIDDEN: [string, RegExp][] = [
  ['a card number', asWritten(NUMBER)],
  ['a CVV', asWritten(CVV)],
  ['a CPF', asWritten(CPF)],
  ['a token', new RegExp(TOKEN)],
];

/** What the server wrote and answered: its log at the finest level, and each answer. */
interface Traces {
  server: TestServer;
  log: string[];
  answers: string[];
}

async function open(deps: NonNullable<Parameters<typeof createTestServer>[0]>['deps']): Promise<Traces> {
  const { logger, lines } = collectLog('trace');
  const server = await createTestServer({ deps: deps ?? {}, app: { logger } });
  return { server, log: lines, answers: [] };
}

async function expectNoTrace({ server, log, answers }: Traces): Promise<void> {
  const places: [string, string][] = [
    ['the log', log.join('')],
    ['an answer', answers.join('\n')],
    ['the database', await readWholeDatabase(server.db)],
  ];
  expect(log.length).toBeGreaterThan(10);
  for (const [place, text] of places) {
    for (const [what, pattern] of FORBIDDEN) {
      const [found] = pattern.exec(text) ?? [];
      const at = found === undefined ? '' : text.slice(Math.max(0, text.indexOf(found) - 80)).slice(0, 200);
      expect(at, `${what} in ${place}`).toBe('');
    }
  }
}

function caller(traces: Traces, { token }: TestUser) {
  return async (path: string, body: unknown, fields: { text?: boolean } = {}) => {
    const answer = await traces.server.app.inject({
      method: 'POST',
      url: path,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: fields.text ? String(body) : JSON.stringify(body),
    });
    traces.answers.push(answer.body);
    return answer.statusCode;
  };
}

describe('where payments are simulated', () => {
  let traces: Traces;
  beforeAll(async () => {
    traces = await open({});
  });
  afterAll(() => traces.server.close());

  it('no card number, CVV or CPF is left in the log, an answer or the database, whatever is sent', async () => {
    const post = caller(traces, await makeUser(traces.server));
    const card = { plano: 'basico', nome_cartao: 'ANA', validade: '12/40', parcelas: 1, cvv: CVV };
    const whole = { ...card, numero_cartao: NUMBER };
    for (const body of [
      whole,
      { ...whole, numero_cartao: '5105 1051 0510 5100' },
      { ...whole, nome_cartao: 'OTHE' },
      { ...whole, nome_cartao: 'CONT' },
      { ...whole, validade: 'x' },
      { ...whole, plano: 'ouro', cpf: CPF },
      { ...whole, cvv: [CVV], numero_cartao: { [NUMBER]: NUMBER } },
      { ...whole, chave_idempotencia: 'a', parcelas: 3 },
      { ...whole, chave_idempotencia: 'a', parcelas: 2 },
      { [NUMBER]: CVV },
    ]) {
      await post('/api/checkout', body);
      await post('/trpc/checkout.pay', body);
    }
    await post('/api/checkout', `{"numero_cartao":"${NUMBER}","cvv":"${CVV}`, { text: true });
    await post('/trpc/checkout.pay', `{"numero_cartao":"${NUMBER}","cvv":"${CVV}`, { text: true });
    expect(await post('/trpc/subscription.turnOnRenewal', whole)).toBe(200);
    await reconcilePayments(traces.server.deps);
    await readRenewals(traces.server.deps);
    await expectNoTrace(traces);
  });
});

describe('where payments are real', () => {
  let traces: Traces;
  let fake: FakeMercadoPago;
  beforeAll(async () => {
    fake = await startFakeMercadoPago();
    traces = await open({
      payments: makeGateway(fake, () => new Date()),
      paymentNotificationSecret: SECRET,
      publicUrl: () => 'https://loja.example',
    });
  });
  afterAll(async () => {
    await traces.server.close();
    await fake.close();
  });

  const makeCard = (holder: string) => ({
    plano: 'basico',
    token: `tok_${holder}_${TOKEN}-${randomUUID()}`,
    bandeira: 'master',
    tipo: 'credit_card',
    ultimos_digitos: '5100',
    cpf: '529.982.247-25',
  });

  async function announceAll(): Promise<void> {
    for (const { id } of fake.orders) {
      const { query, headers, body } = fake.notice(id, SECRET);
      const url = `/webhooks/mercadopago?${query}`;
      const answer = await traces.server.app.inject({
        method: 'POST',
        url,
        headers,
        payload: JSON.stringify(body),
      });
      traces.answers.push(answer.body);
    }
    await readNotifiedPayments(traces.server.deps);
  }

  it('no card number, CVV, token or CPF is left in the log, an answer or the database, whatever fails', async () => {
    const user = await makeUser(traces.server);
    const post = caller(traces, user);
    const pay = (fields: object) => post('/trpc/checkout.payWithToken', { parcelas: 1, ...fields });
    for (const holder of ['APRO', 'OTHE', 'CONT', 'CHAL', 'CHNO', 'FUND']) await pay(makeCard(holder));
    const ORDERS = { method: 'POST', path: /orders$/ };
    for (const failure of [
      'drop',
      'lose_answer',
      { status: 500 },
      { status: 400 },
      { status: 401 },
    ] as const) {
      fake.fail({ ...ORDERS, failure });
      await pay(makeCard('APRO'));
      fake.recover();
    }
    // What must not come at all.
    await pay({ ...makeCard('APRO'), cvv: CVV, numero_cartao: NUMBER });
    await pay({ ...makeCard('APRO'), cpf: [CPF], token: { [TOKEN]: CVV } });
    await post('/api/checkout', { numero_cartao: NUMBER, cvv: CVV, cpf: CPF });
    await post('/trpc/checkout.payWithToken', `{"token":"tok_APRO_${TOKEN}","cpf":"${CPF}`, { text: true });
    expect(await post('/trpc/subscription.turnOnRenewalWithToken', makeCard('APRO'))).toBe(200);
    expect(await post('/trpc/checkout.createPix', { plano: 'top', cpf: CPF })).toBe(200);
    await announceAll();
    await reconcilePayments(traces.server.deps);
    await readRenewals(traces.server.deps);
    const [paid] = await traces.server.db
      .select({ id: payments.id })
      .from(payments)
      .where(eq(payments.status, 'aprovado'));
    const boss = await makeUser(traces.server);
    await traces.server.db.update(users).set({ is_admin: true }).where(eq(users.id, boss.id));
    const admin = caller(traces, boss);
    expect(await admin('/trpc/admin.refund', { id: paid?.id, motivo: 'Cobrado em dobro' })).toBe(200);
    await expectNoTrace(traces);
    expect(fake.violations).toEqual([]);
  });
});

it('is a search that would find them', async () => {
  for (const [what, pattern] of FORBIDDEN) {
    const written = {
      'a card number': '5105 1051 0510 5100',
      'a CVV': `"${CVV}"`,
      'a CPF': '529.982.247-25',
    };
    expect(pattern.test(Reflect.get(written, what) ?? `tok_APRO_${TOKEN}-1`), what).toBe(true);
  }
});
