import { payments } from '@esteira/db/schema/billing/payments';
import { DAY_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeSession, makeUser, type TestUser, unique } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { openPaymentServer } from '../testing/real-payments';

const TOO_MANY = {
  status: 429,
  message: 'Muitos cartões foram recusados. Tente de novo amanhã ou pague com Pix.',
};

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: TestServer;
let now = new Date('2027-01-31T15:00:00.000Z');
let user: TestUser;

beforeAll(async () => {
  opened = await openPaymentServer(() => now, { publicUrl: () => 'https://esteira.exemplo' });
  ({ fake, server } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  // The refusals of an earlier test came from the same address.
  now = new Date(now.getTime() + 2 * DAY_MS);
  user = await makeUser(server);
});

async function send(procedure: string, body: object, { id }: { id: string } = user) {
  const answer = await server.call('POST', `/trpc/${procedure}`, {
    token: await makeSession(server, id),
    body: { plano: 'basico', ...body },
  });
  return { status: answer.status, message: answer.body.error?.message };
}

const toToken = (holder: string) => ({
  token: `tok_${holder}_${unique('t')}`,
  bandeira: 'master',
  tipo: 'credit_card',
  ultimos_digitos: '0366',
  cpf: '123.456.789-09',
});
const pay = (holder: string, fields: object = {}, who: { id: string } = user) =>
  send('checkout.payWithToken', { ...toToken(holder), parcelas: 1, ...fields }, who);
const turnOn = (holder: string) => send('subscription.turnOnRenewalWithToken', toToken(holder));

async function refuseCards(count: number, who: { id: string } = user): Promise<void> {
  for (let times = 0; times < count; times += 1) expect((await pay('FUND', {}, who)).status).toBe(402);
}

const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));

describe('cards that are refused by their banks', () => {
  it('are ten of an account in a day, single payments and renewals together; approved ones do not count', async () => {
    expect((await pay('APRO')).status).toBe(200);
    const chave_idempotencia = unique('chave');
    expect((await pay('FUND', { chave_idempotencia })).status).toBe(402);
    await refuseCards(8);
    expect((await turnOn('OTHE')).status).toBe(402);
    expect((await send('checkout.createPix', {})).status).toBe(200);
    const before = { payments: await stored(), calls: fake.calls('POST').length };
    expect(await pay('APRO')).toEqual(TOO_MANY);
    expect(await turnOn('APRO')).toEqual(TOO_MANY);
    // The same submission gets the same answer, and the Pix that is offered stays open.
    expect((await pay('FUND', { chave_idempotencia })).status).toBe(402);
    expect({ payments: await stored(), calls: fake.calls('POST').length }).toEqual(before);
    expect((await pay('APRO', {}, await makeUser(server))).status).toBe(200);
    now = new Date(now.getTime() + DAY_MS);
    expect((await pay('APRO')).status).toBe(200);
  });

  it('are thirty of a network in a day, whatever accounts send them', async () => {
    for (let accounts = 0; accounts < 3; accounts += 1) await refuseCards(10, await makeUser(server));
    expect(await pay('APRO')).toEqual(TOO_MANY);
    expect(await stored()).toEqual([]);
  });

  it('are counted for submissions too that were begun before', async () => {
    const chave_idempotencia = unique('chave');
    fake.fail({ method: 'POST', path: /orders$/, failure: { status: 400 } });
    expect((await pay('APRO', { chave_idempotencia })).status).toBe(422);
    await refuseCards(10);
    expect(await pay('APRO', { chave_idempotencia })).toEqual(TOO_MANY);
  });

  it('are not limited where payments are simulated', async () => {
    const simulated = await createTestServer();
    try {
      const { token } = await makeUser(simulated);
      const card = {
        nome_cartao: 'Ana',
        validade: '12/39',
        cvv: '123',
        numero_cartao: '4000 0000 0000 0002',
      };
      for (let times = 0; times < 12; times += 1) {
        const body = { plano: 'basico', parcelas: 1, ...card };
        expect((await simulated.call('POST', '/api/checkout', { token, body })).status).toBe(402);
      }
    } finally {
      await simulated.close();
    }
  });
});
