import { users } from '@esteira/db/schema/accounts/users';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { addMonths } from '@esteira/domain/calendar';
import { DAY_MS, MINUTE_MS } from '@esteira/domain/durations';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unique } from '../../../testing/makers';
import {
  deliver,
  makeSubmission,
  makeSubscriber,
  NOTICE_SECRET,
  openRealPayments,
  type RealPayments,
  readLedger,
  readUser,
} from '../testing/real-payments';
import { readAnnouncedRenewals, readRenewals } from './relay';
import { turnOnRenewal } from './service';

const UNCLEAR = {
  kind: 'unavailable',
  message: 'A operadora do cartão não respondeu a tempo. Confira o seu plano antes de pagar de novo.',
};

let bench: RealPayments;
let userId: string;
let paidUntil: Date;
/** The subscription that Mercado Pago has made without telling so. */
let made: string;

beforeAll(async () => {
  bench = await openRealPayments({ publicUrl: () => 'https://esteira.exemplo' });
});
afterAll(async () => {
  expect(bench.fake.violations).toEqual([]);
  await bench.close();
});
beforeEach(async () => {
  const { fake } = bench;
  fake.recover();
  ({ id: userId, paidUntil } = await makeSubscriber(bench));
  fake.fail({ method: 'POST', path: /preapproval$/, failure: 'lose_answer' });
  hideFromSearch();
  await expect(turnOn()).rejects.toMatchObject(UNCLEAR);
  made = fake.renewals.at(-1)?.id ?? '';
});

const turnOn = async () =>
  turnOnRenewal(bench.server.deps, await readUser(bench, userId), makeSubmission('basico', 'APRO'));
const stored = () =>
  bench.server.db
    .select()
    .from(renewals)
    .where(eq(renewals.usuario_id, userId))
    .orderBy(asc(renewals.criado_em));
const subscription = () => bench.fake.renewals.find(({ id }) => id === made);

function hideFromSearch(): void {
  const failure = { status: 200, body: { results: [] } };
  bench.fake.fail({ method: 'GET', path: /preapproval\/search$/, failure });
}

/** Mercado Pago knows the payer by the former address. */
async function changeAddress(): Promise<void> {
  const email = `${unique('outro')}@exemplo.com.br`;
  await bench.server.db.update(users).set({ email }).where(eq(users.id, userId));
}

/** The first charge is made, as Mercado Pago makes it when it is looked at. */
async function letCharge(): Promise<string> {
  bench.pass(9 * DAY_MS + MINUTE_MS);
  await bench.server.deps.payments.renewals.read({ usuarioId: userId }, made);
  return subscription()?.charges[0] ?? '';
}

async function announce(topic: string, id: string): Promise<void> {
  expect(await deliver(bench, bench.fake.announce({ topic, id }, NOTICE_SECRET))).toBe(200);
  await readAnnouncedRenewals(bench.server.deps);
  await readAnnouncedRenewals(bench.server.deps);
}

async function expectMonthBought(): Promise<void> {
  expect(await readLedger(bench, userId)).toMatchObject([{ status: 'aprovado' }]);
  const { data_expiracao } = await readUser(bench, userId);
  expect(data_expiracao).toBe(addMonths(paidUntil, 1).toISOString());
}

describe('a renewal whose start was never answered', () => {
  it('is not said to be on while that cannot be told', async () => {
    hideFromSearch();
    await expect(turnOn()).rejects.toMatchObject(UNCLEAR);
    expect(await stored()).toMatchObject([{ situacao: 'iniciando' }]);
    await expect(turnOn()).rejects.toMatchObject({
      kind: 'conflict',
      message: 'A renovação automática já está ligada',
    });
    expect(await stored()).toMatchObject([{ situacao: 'ligada', id_externo: made }]);
  });

  it('is found by its notification where the payer has another address by now', async () => {
    await changeAddress();
    await announce('subscription_preapproval', made);
    expect(await stored()).toMatchObject([{ situacao: 'ligada', id_externo: made, avisado_em: null }]);
    await letCharge();
    await readRenewals(bench.server.deps);
    await expectMonthBought();
  });

  it('and that was ended at Mercado Pago before it was found buys what it charged', async () => {
    await letCharge();
    bench.fake.cancelRenewal(made);
    await readRenewals(bench.server.deps);
    expect(await stored()).toMatchObject([{ situacao: 'encerrada', id_externo: made }]);
    bench.pass(61 * MINUTE_MS);
    await readAnnouncedRenewals(bench.server.deps);
    await expectMonthBought();
  });
});

describe('a renewal that was given up after an hour, and goes on at Mercado Pago', () => {
  beforeEach(async () => {
    await changeAddress();
    bench.pass(61 * MINUTE_MS);
    await readRenewals(bench.server.deps);
    expect(await stored()).toMatchObject([{ situacao: 'encerrada', id_externo: null }]);
    expect(subscription()?.status).toBe('authorized');
  });

  it.each(['payment', 'subscription_authorized_payment', 'subscription_preapproval'])(
    'is ended there once a notification of %s comes; what it charged buys its month',
    async (topic) => {
      const charge = await letCharge();
      const ids = { payment: charge, subscription_authorized_payment: `1${charge}` };
      await announce(topic, new Map(Object.entries(ids)).get(topic) ?? made);
      expect(subscription()).toMatchObject({ status: 'cancelled', charges: [charge] });
      await expectMonthBought();
      bench.pass(61 * MINUTE_MS);
      await readAnnouncedRenewals(bench.server.deps);
      expect(await stored()).toMatchObject([{ situacao: 'encerrada', avisado_em: null }]);
      await expectMonthBought();
    },
  );

  it('leaves alone another one that was turned on since', async () => {
    await turnOn();
    await announce('subscription_preapproval', made);
    expect(subscription()?.status).toBe('cancelled');
    const [, other] = await stored();
    expect(other).toMatchObject({ situacao: 'ligada' });
    expect(bench.fake.renewals.at(-1)).toMatchObject({ id: other?.id_externo, status: 'authorized' });
    expect(await readLedger(bench, userId)).toEqual([]);
  });
});
