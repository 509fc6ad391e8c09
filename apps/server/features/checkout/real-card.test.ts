import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { reconcilePayments } from './reconcile';
import { openPaymentServer } from './testing/real-payments';

const APPROVED = 'Pagamento aprovado! Plano Basico ativo até 28/02/2027.';

let opened: Awaited<ReturnType<typeof openPaymentServer>>;
let fake: typeof opened.fake;
let server: typeof opened.server;
let now: Date;
let user: TestUser;

beforeAll(async () => {
  opened = await openPaymentServer(() => now);
  ({ fake, server } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  now = new Date('2027-01-31T15:00:00.000Z');
  fake.recover();
  user = await makeUser(server);
});

const token = (holder = 'APRO') => `tok_${holder}_${unique('t')}`;

function pay(fields: object = {}) {
  return server.call('POST', '/trpc/checkout.payWithToken', {
    token: user.token,
    body: {
      plano: 'basico',
      token: token(),
      bandeira: 'master',
      tipo: 'credit_card',
      ultimos_digitos: '0366',
      cpf: '123.456.789-09',
      parcelas: 1,
      ...fields,
    },
  });
}

const messageOf = (answer: Awaited<ReturnType<typeof pay>>) =>
  answer.body.result?.data.message ?? answer.body.error.message;
const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
const me = async () => (await server.call('GET', '/api/auth/me', { token: user.token })).body;
const ordersOfUser = async () => (await stored()).flatMap(({ id }) => fake.ordersOf(id));

describe('a card that was turned into a token by the browser', () => {
  it('is charged through Mercado Pago and activates the plan; no more of it is kept than brand and digits', async () => {
    const sent = token();
    expect(messageOf(await pay({ token: sent }))).toBe(APPROVED);
    expect(await me()).toMatchObject({ plano: 'basico', data_expiracao: '2027-02-28T15:00:00.000Z' });
    const [payment] = await stored();
    expect(payment).toMatchObject({ status: 'aprovado', bandeira: 'Mastercard', ultimos_digitos: '0366' });
    expect(JSON.stringify(payment)).not.toMatch(/12345678909|123\.456/);
    expect(JSON.stringify(payment)).not.toContain(sent);
    expect(await ordersOfUser()).toMatchObject([{ reference: payment?.id, amountCents: 11_900 }]);
  });

  it('that is refused tells why, again when asked again, and leaves the plan alone', async () => {
    const chave_idempotencia = unique('chave');
    for (const holder of ['FUND', 'APRO']) {
      const answer = await pay({ token: token(holder), chave_idempotencia });
      expect([answer.status, messageOf(answer)]).toEqual([402, 'Saldo ou limite insuficiente.']);
    }
    expect(await me()).toMatchObject({ plano: null });
  });

  it('is charged once when the answer got lost and the submission comes again with a new token', async () => {
    const chave_idempotencia = unique('chave');
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    fake.fail({ method: 'GET', path: /orders$/, failure: { status: 500 } });
    const first = await pay({ chave_idempotencia });
    expect([first.status, messageOf(first)]).toEqual([
      503,
      'A operadora do cartão não respondeu a tempo. Confira o seu plano antes de pagar de novo.',
    ]);
    expect(messageOf(await pay({ chave_idempotencia }))).toBe(APPROVED);
    expect(await ordersOfUser()).toHaveLength(1);
  });

  it('says that nothing is known while an earlier try cannot be looked up', async () => {
    const chave_idempotencia = unique('chave');
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    fake.fail({
      method: 'GET',
      path: /orders$/,
      failure: { status: 429, headers: { 'retry-after': '99' } },
      times: 2,
    });
    await pay({ chave_idempotencia });
    expect(messageOf(await pay({ chave_idempotencia }))).toContain(
      'Confira o seu plano antes de pagar de novo.',
    );
  });

  it('is found by a reference that bears no accent, however its payer is called', async () => {
    user = await makeUser(server, { nome: 'João da Conceição Ávila' });
    fake.fail({ method: 'POST', path: /orders$/, failure: 'lose_answer' });
    fake.fail({ method: 'GET', path: /orders$/, failure: { status: 500 } });
    await pay();
    const [payment] = await stored();
    expect(payment).toMatchObject({ status: 'pendente', id_externo: null });
    expect((await ordersOfUser()).map(({ reference }) => reference)).toEqual([payment?.id]);
    expect(payment?.id).toMatch(/^[0-9a-f-]{36}$/);
    now = new Date(now.getTime() + 3 * MINUTE_MS);
    await reconcilePayments(server.deps);
    expect(await stored()).toMatchObject([{ status: 'aprovado' }]);
  });

  it('under review is recorded by the reconciliation', async () => {
    const answer = await pay({ token: token('CONT') });
    expect([answer.status, messageOf(answer)]).toEqual([
      200,
      'Pagamento em análise pela operadora do cartão. Aguarde antes de pagar de novo.',
    ]);
    expect(answer.body.result.data.em_andamento).toMatchObject({ situacao: 'em_analise', desafio_url: null });
    const [order] = await ordersOfUser();
    fake.change(order?.id ?? '', { status: 'processed', detail: 'accredited' });
    now = new Date(now.getTime() + 3 * MINUTE_MS);
    await reconcilePayments(server.deps);
    expect(await me()).toMatchObject({ plano: 'basico', data_expiracao: '2027-02-28T15:03:00.000Z' });
  });

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'ARS' }],
    ['reference', { reference: 'outro' }],
    ['receiver', { receiverId: '9' }],
  ])('is never approved with another %s', async (_, fields) => {
    await pay({ token: token('CONT') });
    const [order] = await ordersOfUser();
    fake.change(order?.id ?? '', { status: 'processed', detail: 'accredited', ...fields });
    now = new Date(now.getTime() + 3 * MINUTE_MS);
    await reconcilePayments(server.deps);
    expect(await stored()).toMatchObject([{ status: 'pendente' }]);
    expect(await me()).toMatchObject({ plano: null });
  });

  it.each([
    ['a field of card data', { cvv: '123' }],
    ['a card number', { numero_cartao: '4111 1111 1111 1111' }],
  ])('is refused with %s beside the token', async (_, fields) => {
    const answer = await pay(fields);
    expect([answer.status, messageOf(answer)]).toEqual([
      422,
      'Os dados do cartão não podem passar pelo servidor',
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['cpf', { cpf: '123.456.789-00' }],
    ['bandeira', { bandeira: 'debmaster' }],
    ['ultimos_digitos', { ultimos_digitos: '4111111111111111' }],
  ])('is refused with a wrong %s', async (campo, fields) => {
    const answer = await pay(fields);
    expect(answer.status).toBe(422);
    expect(answer.body.error.data.erros[0].campo).toBe(campo);
    expect(await stored()).toEqual([]);
  });
});

describe('a card that its bank does not decide at once', () => {
  const follow = async (id: string, who = user) => {
    // A page looks every second at most.
    now = new Date(now.getTime() + 2_000);
    const path = `/trpc/checkout.card?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    const { status, body } = await server.call('GET', path, { token: who.token });
    return status === 200 ? body.result.data : status;
  };
  const begin = async (holder: string) => (await pay({ token: token(holder) })).body.result.data.em_andamento;

  it.each(['CONT', 'CHAL'])('is followed by its page until it is approved: %s', async (holder) => {
    const { id } = await begin(holder);
    expect(await follow(id)).toMatchObject({ situacao: 'em_analise' });
    const [order] = await ordersOfUser();
    fake.change(order?.id ?? '', { status: 'processed', detail: 'accredited' });
    expect(await follow(id)).toEqual({ id, situacao: 'aprovado', desafio_url: null, message: APPROVED });
    expect((await me()).plano).toBe('basico');
    expect(await ordersOfUser()).toHaveLength(1);
  });

  it("shows where its payer's bank asks something, and says when that was not answered", async () => {
    const { id, desafio_url } = await begin('CHAL');
    expect(desafio_url).toMatch(/^https:/);
    expect(await follow(id)).toMatchObject({ situacao: 'em_analise', desafio_url });
    now = new Date(now.getTime() + 6 * MINUTE_MS);
    expect(await follow(id)).toEqual({
      id,
      situacao: 'recusado',
      desafio_url: null,
      message: 'A autenticação do banco não foi concluída.',
    });
    expect((await me()).plano).toBeNull();
  });

  it('is read at most once a second, however many pages look', async () => {
    const { id } = await begin('CONT');
    now = new Date(now.getTime() + 2_000);
    const before = fake.calls('GET', /orders\/./).length;
    const path = `/trpc/checkout.card?input=${encodeURIComponent(JSON.stringify({ id }))}`;
    for (let look = 0; look < 5; look += 1) await server.call('GET', path, { token: user.token });
    expect(fake.calls('GET', /orders\/./).length).toBe(before + 1);
  });

  it('is for its payer alone', async () => {
    const { id } = await begin('CONT');
    expect(await follow(id, await makeUser(server))).toBe(404);
    expect(await follow('nada')).toBe(404);
  });
});

describe('card data sent to a server that charges for real', () => {
  const card = {
    plano: 'basico',
    nome_cartao: 'Ana Souza',
    numero_cartao: '4111 1111 1111 1111',
    validade: '12/39',
    cvv: '123',
    parcelas: 1,
  };

  it.each([card, { ...card, cvv: 'x' }, {}])('is refused before it is looked at: %#', async (body) => {
    const calls = fake.calls().length;
    const answer = await server.call('POST', '/api/checkout', { token: user.token, body });
    expect([answer.status, answer.body.detail]).toEqual([
      422,
      'Os dados do cartão não podem passar pelo servidor',
    ]);
    expect(await stored()).toEqual([]);
    expect(fake.calls()).toHaveLength(calls);
  });

  it('is not asked for: the page gets the public key', async () => {
    const { body } = await server.call('GET', '/trpc/checkout.gateway');
    expect(body.result.data).toEqual({ modo: 'mercadopago', cartao_teste: null, chave_publica: 'publica' });
  });
});

it("breaks none of Mercado Pago's rules, whatever happened", () => {
  expect(fake.violations).toEqual([]);
});
