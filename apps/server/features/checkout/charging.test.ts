import { payments } from '@esteira/db/schema/billing/payments';
import { renewals } from '@esteira/db/schema/billing/renewals';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { openPaymentServer } from './testing/real-payments';

const NUMBER = '5480832801033311';
const REFUSED = 'Os dados do cartão não podem passar pelo servidor';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let real: TestServer;
let simulated: TestServer;
let user: TestUser;

beforeAll(async () => {
  const clock = () => new Date('2027-01-31T15:00:00.000Z');
  opened = await openPaymentServer(clock, { publicUrl: () => 'https://esteira.exemplo' });
  real = opened.server;
  simulated = await createTestServer({ deps: { clock } });
});
afterAll(async () => {
  await opened.close();
  await simulated.close();
});
beforeEach(async () => {
  user = await makeUser(real);
});

const tokenFields = () => ({
  plano: 'basico',
  token: `tok_APRO_${unique('t')}`,
  bandeira: 'master',
  tipo: 'credit_card',
  ultimos_digitos: '0366',
  cpf: '123.456.789-09',
});
const cardFields = {
  plano: 'basico',
  nome_cartao: 'Ana Souza',
  numero_cartao: '4111 1111 1111 1111',
  validade: '12/39',
  cvv: '123',
};

/** Every call that charges, with what it needs. */
const CALLS = {
  'checkout.payWithToken': () => ({ ...tokenFields(), parcelas: 1 }),
  'checkout.createPix': () => ({ plano: 'basico' }),
  'subscription.turnOnRenewalWithToken': tokenFields,
};
const SIMULATED = {
  'checkout.pay': () => ({ ...cardFields, parcelas: 1 }),
  'checkout.createPix': () => ({ plano: 'basico' }),
  'subscription.turnOnRenewal': () => ({ ...cardFields }),
};

async function send(
  server: TestServer,
  path: string,
  { body, key }: { body: object; key?: string | undefined },
) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const url = path.startsWith('/') ? path : `/trpc/${path}`;
  const answer = await server.call('POST', url, { token: user.token, body, headers });
  return { status: answer.status, body: answer.body, text: answer.text };
}

const rows = async (server: TestServer) => [
  ...(await server.db.select().from(payments).where(eq(payments.usuario_id, user.id))),
  ...(await server.db.select().from(renewals).where(eq(renewals.usuario_id, user.id))),
];

describe.each([
  ['real', () => real, CALLS],
  ['simulated', () => simulated, SIMULATED],
] as const)('the header Idempotency-Key, %s', (_mode, getServer, calls) => {
  describe.each(Object.entries(calls))('%s', (path, makeBody) => {
    beforeEach(async () => {
      user = await makeUser(getServer());
    });

    it('charges once, and gets the same answer again', async () => {
      const key = unique('chave');
      const first = await send(getServer(), path, { body: makeBody(), key });
      const again = await send(getServer(), path, { body: makeBody(), key });
      const byField = await send(getServer(), path, { body: { ...makeBody(), chave_idempotencia: key } });
      const both = await send(getServer(), path, { body: { ...makeBody(), chave_idempotencia: key }, key });
      expect(first.status).toBe(200);
      for (const { status, body } of [again, byField, both]) {
        expect({ status, body }).toEqual({ status: 200, body: first.body });
      }
      expect(await rows(getServer())).toHaveLength(1);
    });

    it('with another body is 409', async () => {
      const key = unique('chave');
      await send(getServer(), path, { body: makeBody(), key });
      const { status, text } = await send(getServer(), path, { body: { ...makeBody(), plano: 'top' }, key });
      expect(status).toBe(409);
      expect(text).toContain('Esta chave de idempotência já foi usada em outro pagamento');
      expect(await rows(getServer())).toHaveLength(1);
    });

    it.each([
      ['another key in the field', { chave_idempotencia: 'outra' }, 'uma', 'são diferentes'],
      ['a key that is too long', {}, 'x'.repeat(201), '200'],
      ['a key with other letters', { chave_idempotencia: 'ação' }, undefined, 'sem acento'],
    ])('is refused with 422: %s', async (_, fields, key, sentence) => {
      const { status, text } = await send(getServer(), path, { body: { ...makeBody(), ...fields }, key });
      expect(status).toBe(422);
      expect(text).toContain(sentence);
      expect(await rows(getServer())).toEqual([]);
    });
  });
});

it('the REST call takes the header and the field alike, and refuses two keys', async () => {
  user = await makeUser(simulated);
  const body = SIMULATED['checkout.pay']();
  const key = unique('chave');
  expect((await send(simulated, '/api/checkout', { body, key })).status).toBe(201);
  const field = { ...body, chave_idempotencia: key };
  expect((await send(simulated, '/api/checkout', { body: field })).status).toBe(201);
  expect(await send(simulated, '/api/checkout', { body: field, key: 'outra' })).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('são diferentes') },
  });
  expect(await rows(simulated)).toHaveLength(1);
});

describe.each(Object.entries(CALLS))('a card number, where payments are real, in %s', (path, makeBody) => {
  const full = NUMBER.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  it.each([
    ['as the token', { token: NUMBER }],
    ['with blanks', { token: '5480 8328 0103 3311' }],
    ['with dashes', { token: '5480-8328-0103-3311' }],
    ['with dots', { token: '5480.8328.0103.3311' }],
    ['in full width', { token: full }],
    ['as a number', { token: Number(NUMBER) }],
    ['as the CPF', { cpf: NUMBER }],
    ['as the key', { chave_idempotencia: NUMBER }],
    ['in a nested field', { extra: { deep: [{ note: `cartão ${NUMBER}` }] } }],
    ['as the name of a field', { [NUMBER]: 1 }],
    ['in an e-mail address', { email: `${NUMBER}@exemplo.com.br` }],
  ])('is refused before anything leaves: %s', async (_, fields) => {
    const before = opened.fake.calls().length;
    const { status, text } = await send(real, path, { body: { ...makeBody(), ...fields } });
    expect(status).toBe(422);
    expect(text).toContain(REFUSED);
    expect(text).not.toMatch(/5480|５４８０/);
    expect(opened.fake.calls()).toHaveLength(before);
    expect(await rows(real)).toEqual([]);
  });

  it('is refused in the header', async () => {
    const { status, text } = await send(real, path, { body: makeBody(), key: NUMBER });
    expect([status, text.includes(REFUSED)]).toEqual([422, true]);
  });

  it.each(['0190a2d4-5b7e-7c3a-9f10-2a4b6c8d0e1f', '54808328010333110000abcdef000000'])(
    'is not taken for the key %s',
    async (key) => {
      expect((await send(real, path, { body: makeBody(), key })).status).toBe(200);
    },
  );
});
