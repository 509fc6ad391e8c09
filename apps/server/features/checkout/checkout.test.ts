import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { PaymentError } from '@esteira/payments/payment-error';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../app';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { RecordingGateway } from '../../testing/marketplaces/recording-gateway';
import { createTestServer, type TestServer } from '../../testing/server';

const REFUSED = '4000 0000 0000 0002';
const APPROVED_BASIC = 'Pagamento aprovado! Plano Basico ativo até 28/02/2027.';
const gateway = new RecordingGateway();

let server: TestServer;
let now = new Date();
let user: TestUser;

beforeAll(async () => {
  server = await createTestServer({ deps: { payments: gateway, clock: () => now } });
});
afterAll(() => server.close());
beforeEach(async () => {
  gateway.reset();
  now = new Date('2027-01-31T15:00:00.000Z');
  user = await makeUser(server);
});

const form = {
  plano: 'basico',
  nome_cartao: 'Ana Souza',
  numero_cartao: '4111 1111 1111 1111',
  validade: '12/39',
  cvv: '9374',
  parcelas: 1,
};

function pay(fields: object = {}, chave?: string) {
  return server.call('POST', '/api/checkout', {
    token: user.token,
    body: { ...form, ...fields },
    ...(chave === undefined ? {} : { headers: { 'idempotency-key': chave } }),
  });
}

async function me() {
  return (await server.call('GET', '/api/auth/me', { token: user.token })).body;
}

const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));

describe('an approved payment', () => {
  it('answers 201 with the sentence, activates the plan and is kept', async () => {
    expect(await pay({ parcelas: 3 })).toMatchObject({ status: 201, body: { message: APPROVED_BASIC } });
    expect(await me()).toMatchObject({ plano: 'basico', data_expiracao: '2027-02-28T15:00:00.000Z' });
    const [payment, ...others] = await stored();
    expect(others).toEqual([]);
    expect(payment).toMatchObject({
      status: 'aprovado',
      plano: 'basico',
      valor: 119,
      parcelas: 3,
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      valido_ate: '2027-02-28T15:00:00.000Z',
      data_pagamento: now.toISOString(),
      id_externo: expect.stringMatching(/^sim-aprovado-/),
    });
    expect(gateway.charges).toEqual([
      { reference: payment?.id, idempotencyKey: payment?.id, amountCents: 11_900, installments: 3 },
    ]);
  });

  it.each([
    ['basico', 11_900, 'Plano Basico ativo até 28/02/2027.'],
    ['intermediario', 25_000, 'Plano Intermediario ativo até 31/07/2027.'],
    ['top', 38_000, 'Plano TOP ativo até 31/01/2028.'],
  ])('of %s costs what the server says and lasts as long as the plan', async (plano, cents, sentence) => {
    const { body } = await pay({ plano, valor: 1, preco: 1 });
    expect(body.message).toBe(`Pagamento aprovado! ${sentence}`);
    expect(gateway.charges[0]?.amountCents).toBe(cents);
  });

  it('adds its months to a plan that is still active', async () => {
    await server.db
      .update(users)
      .set({ plano: 'basico', data_expiracao: '2027-02-10T15:00:00.000Z' })
      .where(eq(users.id, user.id));
    expect((await pay({ plano: 'top' })).body.message).toContain('Plano TOP ativo até 10/02/2028.');
    expect(await me()).toMatchObject({ plano: 'top', data_expiracao: '2028-02-10T15:00:00.000Z' });
  });

  it('starts today when the old plan has expired', async () => {
    await server.db
      .update(users)
      .set({ plano: 'top', data_expiracao: '2026-12-31T15:00:00.000Z' })
      .where(eq(users.id, user.id));
    expect((await pay()).body.message).toBe(APPROVED_BASIC);
  });

  it('is another charge each time when no key is sent', async () => {
    await pay();
    expect((await pay()).body.message).toBe('Pagamento aprovado! Plano Basico ativo até 28/03/2027.');
    expect(gateway.charges).toHaveLength(2);
  });

  it('changes no other user', async () => {
    const other = await makeUser(server);
    await pay();
    const { body } = await server.call('GET', '/api/auth/me', { token: other.token });
    expect(body).toMatchObject({ plano: null, data_expiracao: null });
  });
});

describe('a refused payment', () => {
  it('answers 402, is kept, and leaves the plan alone', async () => {
    expect(await pay({ numero_cartao: REFUSED })).toMatchObject({
      status: 402,
      body: { detail: 'Pagamento recusado pela operadora do cartão' },
    });
    expect(await stored()).toMatchObject([{ status: 'recusado', ultimos_digitos: '0002', valido_ate: null }]);
    expect(await me()).toMatchObject({ plano: null, data_expiracao: null });
  });
});

describe('input that is wrong', () => {
  it.each([
    ['plano', { plano: 'ouro' }],
    ['nome_cartao', { nome_cartao: ' ' }],
    ['numero_cartao', { numero_cartao: '4111 1111 1111 1112' }],
    ['numero_cartao', { numero_cartao: '4111 1111 1111' }],
    ['validade', { validade: '01/20' }],
    ['cvv', { cvv: '12' }],
    ['parcelas', { parcelas: 4 }],
    ['parcelas', { parcelas: '1' }],
  ])('%s answers 422 and charges nothing: %j', async (campo, fields) => {
    const { status, body } = await pay(fields);
    expect(status).toBe(422);
    expect(body.erros[0].campo).toBe(campo);
    expect(gateway.charges).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it('without a session answers 401', async () => {
    expect((await server.call('POST', '/api/checkout', { body: form })).status).toBe(401);
  });
});

describe('the same submission again under its key', () => {
  it('answers the approval again and charges once, whatever happened to the plan meanwhile', async () => {
    const chave = unique('chave');
    expect((await pay({}, chave)).body.message).toBe(APPROVED_BASIC);
    await pay({ plano: 'top' });
    now = new Date('2027-02-05T15:00:00.000Z');
    expect(await pay({}, chave)).toMatchObject({ status: 201, body: { message: APPROVED_BASIC } });
    expect(gateway.charges).toHaveLength(2);
    expect(await me()).toMatchObject({ plano: 'top', data_expiracao: '2028-02-28T15:00:00.000Z' });
  });

  it('is the same however the number and the name are spaced and cased', async () => {
    const chave = unique('chave');
    await pay({}, chave);
    const again = await pay({ numero_cartao: '4111111111111111', nome_cartao: ' ANA SOUZA ' }, chave);
    expect(again.status).toBe(201);
    expect(gateway.charges).toHaveLength(1);
  });

  it('answers the refusal again and asks the gateway once', async () => {
    const chave = unique('chave');
    const first = await pay({ numero_cartao: REFUSED }, chave);
    expect(await pay({ numero_cartao: REFUSED }, chave)).toMatchObject({ status: 402, body: first.body });
    expect(gateway.charges).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  it.each([
    { plano: 'top' },
    { parcelas: 2 },
    { numero_cartao: '5555 5555 5555 4444' },
    { nome_cartao: 'Outra Pessoa' },
    { validade: '11/39' },
  ])('is refused with 409 when the body is another: %j', async (fields) => {
    const chave = unique('chave');
    await pay({}, chave);
    expect(await pay(fields, chave)).toMatchObject({
      status: 409,
      body: { detail: 'Esta chave de idempotência já foi usada em outro pagamento' },
    });
    expect(gateway.charges).toHaveLength(1);
  });

  it('is another submission for another seller', async () => {
    const chave = unique('chave');
    await pay({}, chave);
    user = await makeUser(server);
    expect((await pay({}, chave)).status).toBe(201);
    expect(new Set(gateway.charges.map((charge) => charge.idempotencyKey)).size).toBe(2);
    expect(await me()).toMatchObject({ plano: 'basico' });
  });

  it('is charged once when many arrive at the same time, and all get the answer', async () => {
    const chave = unique('chave');
    // Long enough for every parallel post to find the first one at the gateway.
    gateway.beforeCharge = () => new Promise((resolve) => setTimeout(resolve, 100));
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay({}, chave)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(answers.map(({ body }) => body.message))).toEqual(new Set([APPROVED_BASIC]));
    expect(gateway.charges).toHaveLength(1);
    expect(await me()).toMatchObject({ data_expiracao: '2027-02-28T15:00:00.000Z' });
  });
});

describe('when the answer of the gateway gets lost', () => {
  it.each(['the server remembers', 'the server was restarted'])(
    'a retry finishes the charge: %s',
    async (when) => {
      const chave = unique('chave');
      gateway.afterCharge = () => {
        throw new Error('the process died here');
      };
      expect((await pay({}, chave)).status).toBe(500);
      expect(await stored()).toMatchObject([{ status: 'pendente' }]);
      expect(await me()).toMatchObject({ plano: null });
      gateway.afterCharge = () => undefined;
      if (when === 'the server was restarted') gateway.forget();
      expect(await pay({}, chave)).toMatchObject({ status: 201, body: { message: APPROVED_BASIC } });
      expect(new Set(gateway.charges.map((charge) => charge.idempotencyKey)).size).toBe(1);
      expect(await stored()).toMatchObject([{ status: 'aprovado' }]);
    },
  );

  it('a charge that timed out and was made counts at once', async () => {
    const { status, body } = await pay({ numero_cartao: '4000 0000 0000 5043' });
    expect({ status, body }).toEqual({ status: 201, body: { message: APPROVED_BASIC } });
  });

  it('a charge that timed out and was not made answers 503, and the retry charges', async () => {
    const chave = unique('chave');
    gateway.beforeCharge = () => {
      throw new PaymentError('timeout', 'O serviço de pagamento não respondeu a tempo.');
    };
    expect(await pay({}, chave)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      body: {
        detail: 'A operadora do cartão não respondeu a tempo. Confira o seu plano antes de pagar de novo.',
      },
    });
    expect(await stored()).toMatchObject([{ status: 'pendente' }]);
    gateway.beforeCharge = () => undefined;
    expect((await pay({}, chave)).status).toBe(201);
    expect(gateway.charges).toHaveLength(1);
  });

  it('a payment under review answers 409, and a retry tells how it ended', async () => {
    const chave = unique('chave');
    const review = { numero_cartao: '4000 0000 0000 2024' };
    const first = await pay(review, chave);
    expect(first.status).toBe(409);
    expect(first.body.detail).toMatch(/^Pagamento em análise/);
    expect(await pay(review, chave)).toMatchObject({ status: 201, body: { message: APPROVED_BASIC } });
    expect(gateway.charges).toHaveLength(1);
  });
});

describe('when the gateway fails', () => {
  it.each([
    [
      '4000 0000 0000 5035',
      503,
      'Pagamento indisponível no momento. Nada foi cobrado; tente novamente em instantes.',
    ],
    ['4000 0000 0000 4012', 503, 'Pagamento indisponível no momento. Nada foi cobrado.'],
    [
      '4000 0000 0000 4095',
      409,
      'Os dados mudaram desde a primeira tentativa. Envie como um novo pagamento.',
    ],
  ])('card %s answers %i with a sentence and changes no plan', async (numero_cartao, status, detail) => {
    expect(await pay({ numero_cartao })).toMatchObject({ status, body: { detail } });
    expect(await me()).toMatchObject({ plano: null });
  });

  it('a retry after the outage goes through', async () => {
    const chave = unique('chave');
    gateway.beforeCharge = () => {
      throw new PaymentError('unavailable', 'fora do ar');
    };
    expect((await pay({}, chave)).status).toBe(503);
    gateway.beforeCharge = () => undefined;
    expect((await pay({}, chave)).status).toBe(201);
  });
});

describe('card data', () => {
  it('is nowhere in the database', async () => {
    await pay({ nome_cartao: 'Nome Secreto' });
    await pay({ nome_cartao: 'Nome Secreto', numero_cartao: REFUSED });
    const rows = await server.db.execute(sql`SELECT to_jsonb(p) AS p FROM pagamentos p`);
    const text = JSON.stringify(rows);
    expect(text).toContain('aprovado');
    for (const secret of ['41111111', '4000000000000002', 'NOME SECRETO', '"9374"', '12/39']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('card data in the log', () => {
  it('does not appear, even when paying fails with the card in the error', async () => {
    const lines: string[] = [];
    const logger = { level: 'trace', stream: { write: (line: string) => lines.push(line) } };
    const failing = new RecordingGateway();
    failing.beforeCharge = () => {
      throw new Error(`card 4111111111111111 cvv ${form.cvv} of ${form.nome_cartao}`);
    };
    const app = await buildApp({ ...server.deps, payments: failing }, { logger });
    const headers = { authorization: `Bearer ${user.token}` };
    for (const payload of [form, { ...form, validade: '13/39' }]) {
      const answer = await app.inject({ method: 'POST', url: '/api/checkout', headers, payload });
      expect([422, 500]).toContain(answer.statusCode);
      expect(answer.payload).not.toContain('4111');
    }
    await app.close();
    expect(lines.join('')).toContain('request failed');
    for (const secret of ['4111111111111111', '4111 1111', `cvv ${form.cvv}`, 'Ana Souza', user.token]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });
});

describe('checkout.gateway', () => {
  it('tells that the gateway is simulated and which card it approves', async () => {
    const { body } = await server.call('GET', '/trpc/checkout.gateway', { token: user.token });
    expect(body.result.data).toEqual({
      modo: 'simulado',
      cartao_teste: '4111 1111 1111 1111',
      chave_publica: null,
    });
  });
});
