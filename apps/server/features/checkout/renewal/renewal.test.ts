import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSession, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { eraseDueAccounts } from '../../account/deletion/erase-accounts';
import { refundPayment } from '../../admin/payments/refund';
import { activateUser, deactivateUser } from '../../admin/service';
import { NOTICE_SECRET, openPaymentServer } from '../testing/real-payments';
import { readAnnouncedRenewals, readRenewals } from './relay';
import { findRenewal } from './rows';

const PAID_UNTIL = '2027-02-10T15:00:00.000Z';
const FIRST_CHARGE = '2027-02-09T15:00:00.000Z';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let real: TestServer;
let simulated: TestServer;
let now: Date;
let server: TestServer;
let user: TestUser;

beforeAll(async () => {
  const clock = () => now;
  opened = await openPaymentServer(clock, {
    publicUrl: () => 'https://esteira.exemplo',
    paymentNotificationSecret: NOTICE_SECRET,
  });
  ({ fake, server: real } = opened);
  simulated = await createTestServer({ deps: { payments: createSimulatedGateway(clock), clock } });
});
afterAll(async () => {
  expect(fake.violations).toEqual([]);
  await opened.close();
  await simulated.close();
});
beforeEach(() => {
  now = new Date('2027-01-31T15:00:00.000Z');
  fake.recover();
});

async function begin(on: TestServer): Promise<void> {
  server = on;
  user = await makeUser(server);
  const paid = { plano: 'basico' as const, data_expiracao: PAID_UNTIL };
  await server.db.update(users).set(paid).where(eq(users.id, user.id));
}

/** Months pass in these tests, and sessions with them. */
const freshToken = () => makeSession(server, user.id);

async function turnOn(holder = 'APRO', plano = 'basico') {
  const isReal = server === real;
  const card = { plano, nome_cartao: holder, validade: '12/39', cvv: '123' };
  const body = isReal
    ? {
        plano,
        token: `tok_${holder}_${unique('t')}`,
        bandeira: 'visa',
        tipo: 'credit_card',
        ultimos_digitos: '1111',
        cpf: '123.456.789-09',
      }
    : { ...card, numero_cartao: holder === 'FUND' ? '4000 0000 0000 2032' : '4111 1111 1111 1111' };
  const procedure = isReal ? 'turnOnRenewalWithToken' : 'turnOnRenewal';
  const answer = await server.call('POST', `/trpc/subscription.${procedure}`, {
    token: await freshToken(),
    body,
  });
  return { status: answer.status, data: answer.body.result?.data, message: answer.body.error?.message };
}

const turnOff = async () =>
  (await server.call('POST', '/trpc/subscription.turnOffRenewal', { token: await freshToken(), body: {} }))
    .body.result.data;
const subscription = async () =>
  (await server.call('GET', '/trpc/subscription.get?input={}', { token: await freshToken() })).body.result
    .data;
const stored = () =>
  server.db.select().from(payments).where(eq(payments.usuario_id, user.id)).orderBy(asc(payments.id));
const row = () => findRenewal(server.db, user.id);

const announce = async (topic: string, id: string, oddity?: 'wrong_signature') => {
  const { query, headers, body } = fake.announce({ topic, id }, NOTICE_SECRET, oddity);
  return (await real.call('POST', `/webhooks/mercadopago?${query}`, { headers, body })).status;
};

async function readAt(moment: string): Promise<void> {
  now = new Date(moment);
  await Promise.all([readRenewals(server.deps), readRenewals(server.deps)]);
  await readRenewals(server.deps);
}

describe.each(['simulated', 'real'] as const)('automatic renewal, %s', (mode) => {
  beforeEach(() => begin(mode === 'real' ? real : simulated));

  it('is off unless it is turned on, charges a day before the paid time ends, and then every term', async () => {
    expect((await subscription()).renovacao).toBeNull();
    expect((await turnOn()).data.renovacao).toMatchObject({
      situacao: 'ligada',
      valor: 119,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      proxima_cobranca: FIRST_CHARGE,
      falha: null,
    });
    await readAt('2027-02-09T14:59:00.000Z');
    expect(await stored()).toEqual([]);
    await readAt('2027-02-09T15:01:00.000Z');
    expect(await subscription()).toMatchObject({
      data_expiracao: '2027-03-10T15:00:00.000Z',
      renovacao: { situacao: 'ligada', proxima_cobranca: '2027-03-09T15:00:00.000Z' },
    });
    await readAt('2027-03-09T15:01:00.000Z');
    expect((await subscription()).data_expiracao).toBe('2027-04-10T15:00:00.000Z');
    expect((await stored()).map(({ status }) => status)).toEqual(['aprovado', 'aprovado']);
  });

  it('can be ended at any time, which charges no more and leaves the paid time', async () => {
    await turnOn();
    expect(await turnOff()).toMatchObject({ renovacao: null, data_expiracao: PAID_UNTIL, ativa: true });
    expect(await turnOff()).toMatchObject({ renovacao: null });
    await readAt('2027-02-09T15:01:00.000Z');
    expect(await stored()).toEqual([]);
    expect((await turnOn()).data.renovacao).toMatchObject({ situacao: 'ligada' });
  });

  it('records what was charged until it was ended', async () => {
    await turnOn();
    now = new Date('2027-02-09T15:01:00.000Z');
    expect(await turnOff()).toMatchObject({ renovacao: null, data_expiracao: PAID_UNTIL });
    expect(await subscription()).toMatchObject({ data_expiracao: '2027-03-10T15:00:00.000Z' });
  });

  it('is on once, however often it is asked for', async () => {
    const statuses = (await Promise.all([turnOn(), turnOn(), turnOn()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409]);
    expect(await turnOn()).toMatchObject({ status: 409, message: 'A renovação automática já está ligada' });
    if (mode === 'real') expect(fake.renewalsOf((await row())?.id ?? '')).toHaveLength(1);
  });

  it('says when the bank refuses a charge, which buys nothing', async () => {
    await turnOn('FUND');
    await readAt('2027-02-09T15:01:00.000Z');
    expect(await subscription()).toMatchObject({
      data_expiracao: PAID_UNTIL,
      renovacao: { situacao: 'falhou', falha: expect.stringContaining('O banco recusou') },
    });
    expect(await stored()).toMatchObject([{ status: 'recusado' }]);
  });

  it('ends with the deactivation of its seller, and stays off when that is undone', async () => {
    await turnOn();
    const on = await row();
    const admin = { id: (await makeUser(server, { is_admin: true })).id, ip: '127.0.0.1' };
    await deactivateUser(server.db, admin, { id: user.id, motivo: 'Fraude' });
    expect((await row())?.situacao).toBe('encerrando');
    await readRenewals(server.deps);
    expect(await row()).toBeNull();
    if (mode === 'real') expect(fake.renewalsOf(on?.id ?? '')).toMatchObject([{ status: 'cancelled' }]);
    await activateUser(server.db, admin, user.id);
    await readAt('2027-02-09T15:01:00.000Z');
    expect(await stored()).toEqual([]);
    expect(await subscription()).toMatchObject({ renovacao: null, data_expiracao: PAID_UNTIL });
  });

  it('does not go on when its seller was deactivated while it was turned on', async () => {
    await turnOn();
    await server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id));
    await eraseDueAccounts(server.deps);
    await readRenewals(server.deps);
    expect(await row()).toBeNull();
  });

  it('takes back the months of a charge that is refunded', async () => {
    await turnOn();
    await readAt('2027-02-09T15:01:00.000Z');
    const [charge] = await stored();
    const admin = await makeUser(server);
    const request = { id: charge?.id ?? '', motivo: 'Pedido do cliente' };
    expect(await refundPayment(server.deps, { id: admin.id, ip: '127.0.0.1' }, request)).toMatchObject({
      status: 'estornado',
    });
    expect((await subscription()).data_expiracao).toBe(PAID_UNTIL);
  });
});

describe('automatic renewal through Mercado Pago', () => {
  beforeEach(() => begin(real));

  it('is refused with a sentence when the bank does not take the card', async () => {
    expect(await turnOn('OTHE')).toMatchObject({
      status: 402,
      message: 'O banco do cartão recusou. Use outro cartão.',
    });
    expect(await row()).toBeNull();
    expect((await turnOn()).status).toBe(200);
  });

  it('is made once when the answer got lost, because it is looked for before anything else', async () => {
    fake.fail({ method: 'POST', path: /preapproval$/, failure: 'lose_answer' });
    expect((await turnOn()).data.renovacao).toMatchObject({ situacao: 'ligada' });
    expect(fake.renewalsOf((await row())?.id ?? '')).toHaveLength(1);
  });

  it('that cannot be looked for is found later, and ended when that is the request', async () => {
    fake.fail({ method: 'POST', path: /preapproval$/, failure: 'lose_answer' });
    fake.fail({ method: 'GET', path: /search$/, failure: { status: 500 } });
    expect((await turnOn()).status).toBe(503);
    const id = (await row())?.id ?? '';
    await turnOff();
    await readRenewals(real.deps);
    expect(await row()).toBeNull();
    expect(fake.renewalsOf(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('is ended by itself when Mercado Pago was away', async () => {
    await turnOn();
    const id = (await row())?.id ?? '';
    fake.fail({ method: 'PUT', path: /preapproval/, failure: { status: 500 } });
    expect(await turnOff()).toMatchObject({ renovacao: null });
    expect(fake.renewalsOf(id)).toMatchObject([{ status: 'authorized' }]);
    await readRenewals(real.deps);
    expect(fake.renewalsOf(id)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('grants nothing for a charge of another amount', async () => {
    await turnOn();
    now = new Date('2027-02-09T15:01:00.000Z');
    const row_ = await row();
    await real.deps.payments.renewals.read({ usuarioId: user.id }, row_?.id_externo ?? '');
    fake.changePayment(fake.renewalsOf(row_?.id ?? '')[0]?.charges[0] ?? '', { amountCents: 1 });
    await readRenewals(real.deps);
    expect(await stored()).toMatchObject([{ status: 'pendente', divergente_em: now.toISOString() }]);
    expect((await subscription()).data_expiracao).toBe(PAID_UNTIL);
  });
});

describe('a charge that was refused, and is paid when Mercado Pago tries again', () => {
  let renewalId: string;
  beforeEach(async () => {
    await begin(real);
    await turnOn('FUND');
    await readAt('2027-02-09T15:01:00.000Z');
    expect((await row())?.situacao).toBe('falhou');
    renewalId = (await row())?.id_externo ?? '';
  });

  const expectPaidOnce = async (at: string) => {
    expect(await subscription()).toMatchObject({
      ativa: true,
      data_expiracao: at,
      renovacao: { situacao: 'ligada', falha: null },
    });
    expect((await stored()).filter(({ status }) => status === 'aprovado')).toHaveLength(1);
  };

  it.each(['same payment', 'new payment'] as const)('is found by the look of the day, %s', async (how) => {
    now = new Date('2027-02-14T15:00:00.000Z');
    fake.payRefused(renewalId, how);
    await readAt('2027-02-14T15:02:00.000Z');
    await readAt('2027-02-15T15:02:00.000Z');
    await expectPaidOnce('2027-03-14T15:02:00.000Z');
  });

  it.each([
    ['payment', 'same payment'],
    ['payment', 'new payment'],
    ['subscription_authorized_payment', 'same payment'],
    ['subscription_authorized_payment', 'new payment'],
    ['subscription_preapproval', 'new payment'],
  ] as const)('is read when a notification of %s comes, %s', async (topic, how) => {
    now = new Date('2027-02-09T20:00:00.000Z');
    const paymentId = fake.payRefused(renewalId, how);
    const ids = { payment: paymentId, subscription_authorized_payment: `1${paymentId}` };
    const id = topic === 'subscription_preapproval' ? renewalId : ids[topic];
    expect(await announce(topic, id, 'wrong_signature')).toBe(401);
    for (let times = 0; times < 3; times += 1) expect(await announce(topic, id)).toBe(200);
    await Promise.all([readAnnouncedRenewals(real.deps), readAnnouncedRenewals(real.deps)]);
    await readAnnouncedRenewals(real.deps);
    await expectPaidOnce('2027-03-10T15:00:00.000Z');
    expect((await row())?.avisado_em).toBeNull();
  });

  it('is read later when Mercado Pago cannot be asked at the notification', async () => {
    const id = fake.payRefused(renewalId, 'new payment');
    fake.fail({ method: 'GET', path: /payments/, failure: { status: 500 } });
    expect(await announce('payment', id)).toBe(503);
    expect(await announce('payment', id)).toBe(200);
    fake.fail({ method: 'GET', path: /preapproval/, failure: { status: 500 } });
    await readAnnouncedRenewals(real.deps);
    expect((await row())?.situacao).toBe('falhou');
    await readAnnouncedRenewals(real.deps);
    expect((await row())?.situacao).toBe('ligada');
  });

  it('may be of somebody else, which is answered and changes nothing', async () => {
    expect(await announce('payment', '999')).toBe(200);
    expect(await announce('subscription_authorized_payment', '1999')).toBe(200);
    expect(await announce('subscription_preapproval', 'desconhecida')).toBe(200);
    expect((await row())?.avisado_em).toBeNull();
  });
});

describe('a charge that Mercado Pago shows only after its renewal was ended', () => {
  let renewalId: string;
  beforeEach(async () => {
    await begin(real);
    await turnOn();
    renewalId = (await row())?.id_externo ?? '';
    now = new Date('2027-02-09T15:01:00.000Z');
    await real.deps.payments.renewals.read({ usuarioId: user.id }, renewalId);
  });

  const hideCharges = (times: number) => {
    const failure = { status: 200, body: { results: [] } };
    fake.fail({ method: 'GET', path: /authorized_payments\/search$/, failure, times });
  };
  const announceCharge = async () => {
    const [id = ''] = fake.renewals.find((renewal) => renewal.id === renewalId)?.charges ?? [];
    expect(await announce('payment', id)).toBe(200);
  };
  const readAnnouncedAt = async (moment: string) => {
    now = new Date(moment);
    await readAnnouncedRenewals(real.deps);
  };
  const expectBought = async () => {
    expect(await stored()).toMatchObject([{ status: 'aprovado' }]);
    expect(await subscription()).toMatchObject({
      renovacao: null,
      data_expiracao: '2027-03-10T15:00:00.000Z',
    });
  };

  it.each(['here', 'at Mercado Pago'])('buys the plan an hour later, ended %s', async (where) => {
    hideCharges(1);
    if (where === 'here') await turnOff();
    else {
      fake.cancelRenewal(renewalId);
      await readRenewals(real.deps);
    }
    expect(await row()).toBeNull();
    // Announced before it can be found, it must not be given up.
    await announceCharge();
    await readAnnouncedAt('2027-02-09T15:50:00.000Z');
    await readAnnouncedAt('2027-02-09T16:02:00.000Z');
    await expectBought();
    const reads = fake.calls().length;
    await readAnnouncedAt('2027-02-09T16:03:00.000Z');
    expect(fake.calls()).toHaveLength(reads);
  });

  it('buys the plan when its notification comes later still', async () => {
    hideCharges(2);
    await turnOff();
    await readAnnouncedAt('2027-02-09T16:02:00.000Z');
    expect(await stored()).toEqual([]);
    await announceCharge();
    await readAnnouncedAt('2027-02-09T16:03:00.000Z');
    await expectBought();
  });
});

it('an ended renewal that Mercado Pago does not know any more is not read for ever', async () => {
  await begin(real);
  await turnOn();
  const path = new RegExp(`preapproval/${(await row())?.id_externo}$`);
  await turnOff();
  now = new Date('2027-01-31T16:01:00.000Z');
  fake.fail({ method: 'GET', path, failure: { status: 404, body: { message: 'not found' } }, times: 5 });
  await readAnnouncedRenewals(real.deps);
  const reads = fake.calls().length;
  await readAnnouncedRenewals(real.deps);
  expect(fake.calls()).toHaveLength(reads);
});

describe('a subscription that is ended at Mercado Pago', () => {
  beforeEach(async () => {
    await begin(real);
    await turnOn();
    fake.cancelRenewal((await row())?.id_externo ?? '');
  });

  it('is off here after the look of the day', async () => {
    await readAt('2027-02-01T15:01:00.000Z');
    expect(await subscription()).toMatchObject({ renovacao: null, data_expiracao: PAID_UNTIL });
  });

  it('is off here once its notification is read', async () => {
    const id = (await row())?.id_externo ?? '';
    await announce('subscription_preapproval', id);
    await readAnnouncedRenewals(real.deps);
    expect(await subscription()).toMatchObject({ renovacao: null, data_expiracao: PAID_UNTIL });
    expect((await turnOn()).status).toBe(200);
  });
});
