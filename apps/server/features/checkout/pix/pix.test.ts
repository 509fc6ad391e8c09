import { payments } from '@esteira/db/schema/billing/payments';
import { MINUTE_MS } from '@esteira/domain/durations';
import { createSimulatedGateway } from '@esteira/payments/simulated/gateway';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

let server: TestServer;
let now: Date;
let user: TestUser;

beforeAll(async () => {
  const clock = () => now;
  server = await createTestServer({ deps: { payments: createSimulatedGateway(clock), clock } });
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date('2027-01-31T15:00:00.000Z');
  user = await makeUser(server);
});

const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

async function mutate(procedure: string, body: object, token = user.token) {
  const answer = await server.call('POST', `/trpc/checkout.${procedure}`, { token, body });
  return { status: answer.status, pix: answer.body.result?.data, error: answer.body.error };
}

async function look(procedure: string, input: object, token = user.token) {
  const query = new URLSearchParams({ input: JSON.stringify(input) });
  const answer = await server.call('GET', `/trpc/checkout.${procedure}?${query}`, { token });
  return { status: answer.status, pix: answer.body.result?.data };
}

const create = async (plano = 'basico') => (await mutate('createPix', { plano })).pix;
const stored = () => server.db.select().from(payments).where(eq(payments.usuario_id, user.id));
const me = async () => (await server.call('GET', '/api/auth/me', { token: user.token })).body;

describe('a simulated Pix', () => {
  it('answers its code and until when it can be paid, and grants the plan when it is paid', async () => {
    const pix = await create();
    expect(pix).toMatchObject({
      plano: 'basico',
      valor: 119,
      situacao: 'aguardando',
      copia_e_cola: expect.stringMatching(/^PIX-SIMULADO-/),
      expira_em: '2027-01-31T15:30:00.000Z',
      agora: now.toISOString(),
      message: null,
    });
    expect(await me()).toMatchObject({ plano: null });
    expect(await mutate('simulatePixPayment', { id: pix.id })).toMatchObject({
      pix: {
        situacao: 'aprovado',
        copia_e_cola: null,
        message: 'Pagamento aprovado! Plano Basico ativo até 28/02/2027.',
      },
    });
    expect((await look('pix', { id: pix.id })).pix.situacao).toBe('aprovado');
    expect(await me()).toMatchObject({ plano: 'basico', data_expiracao: '2027-02-28T15:00:00.000Z' });
    expect(await stored()).toMatchObject([{ meio: 'pix', status: 'aprovado', bandeira: null, parcelas: 1 }]);
  });

  it('is the same in two tabs and after a reload, and paid once however often that is asked for', async () => {
    const [first, second] = await Promise.all([create(), create()]);
    expect(second).toEqual(first);
    expect((await look('openPix', { plano: 'basico' })).pix).toEqual(first);
    expect((await look('openPix', { plano: 'top' })).pix).toBeNull();
    await Promise.all([1, 2, 3].map(() => mutate('simulatePixPayment', { id: first.id })));
    expect(await me()).toMatchObject({ data_expiracao: '2027-02-28T15:00:00.000Z' });
    expect(await stored()).toHaveLength(1);
  });

  it('whose term is over is told so, and makes room for a new code', async () => {
    const first = await create();
    pass(30 * MINUTE_MS);
    expect((await look('pix', { id: first.id })).pix).toMatchObject({
      situacao: 'expirado',
      copia_e_cola: null,
      message: 'O prazo do Pix acabou. Gere um novo código.',
    });
    const second = await create();
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ situacao: 'aguardando', expira_em: '2027-01-31T16:00:00.000Z' });
    expect((await mutate('simulatePixPayment', { id: first.id })).pix.situacao).toBe('expirado');
    expect(await me()).toMatchObject({ plano: null });
  });

  it('of another plan is ended before the new one is made, so that two are never open', async () => {
    const first = await create('basico');
    const second = await create('top');
    expect((await look('pix', { id: first.id })).pix.situacao).toBe('expirado');
    expect((await look('pix', { id: second.id })).pix).toMatchObject({
      plano: 'top',
      situacao: 'aguardando',
    });
  });

  it('is ended before a card is charged', async () => {
    const pix = await create();
    const card = {
      plano: 'basico',
      nome_cartao: 'Ana Souza',
      numero_cartao: '4111 1111 1111 1111',
      validade: '12/39',
      cvv: '123',
      parcelas: 1,
    };
    expect((await server.call('POST', '/api/checkout', { token: user.token, body: card })).status).toBe(201);
    expect((await mutate('simulatePixPayment', { id: pix.id })).pix.situacao).toBe('expirado');
    expect(await me()).toMatchObject({ data_expiracao: '2027-02-28T15:00:00.000Z' });
  });

  it('is for its seller alone', async () => {
    const pix = await create();
    const other = await makeUser(server);
    expect((await look('pix', { id: pix.id }, other.token)).status).toBe(404);
    expect((await mutate('simulatePixPayment', { id: pix.id }, other.token)).status).toBe(404);
    expect((await look('pix', { id: 'x' })).status).toBe(404);
  });

  it('is refused for an unknown plan', async () => {
    const { status, error } = await mutate('createPix', { plano: 'ouro' });
    expect([status, error.data.erros[0].campo]).toEqual([422, 'plano']);
    expect(await stored()).toEqual([]);
  });
});
