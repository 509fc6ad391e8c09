import { connections } from '@esteira/db/schema/platform/connections';
import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { createSimulatedAdapter } from '@esteira/marketplaces/simulated/adapter';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenService, toCookie } from '../../testing/accounts/accounts';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { TestJobs } from '../../testing/test-jobs';

let server: TestServer;
beforeAll(async () => {
  const mercadolivre = Object.create(createSimulatedAdapter('mercadolivre'), { modo: { value: 'real' } });
  server = await createTestServer({
    deps: {
      marketplaces: { mercadolivre, amazon: createSimulatedAdapter('amazon') },
      connectors: { mercadolivre: createTokenService('mercadolivre').connector, amazon: null },
      jobs: new TestJobs(),
      publicUrl: () => 'https://esteira.example',
    },
  });
});
afterAll(() => server.close());

const call = async (user: TestUser, name: string, body: object) => {
  const answer = await server.call('POST', `/trpc/integrations.${name}`, { token: user.token, body });
  return answer.body.result?.data ?? answer.body.error.message;
};

async function listOn(user: TestUser, marketplace: Marketplace) {
  const { body } = await server.call('GET', '/trpc/integrations.accounts', { token: user.token });
  const { itens } = body.result.data as { itens: Record<string, unknown>[] };
  return itens.filter((each) => each['marketplace'] === marketplace);
}

/** Consents with an account of Mercado Livre; answers what the page is told. */
async function connect(user: TestUser, vendedor: string, conta_id?: string): Promise<URLSearchParams> {
  const body = { marketplace: 'mercadolivre', conta_id };
  const begun = await server.call('POST', '/trpc/integrations.connect', { token: user.token, body });
  const state = new URL(begun.body.result.data.url).searchParams.get('state') ?? '';
  const query = new URLSearchParams({ code: 'TG-code', state, vendedor });
  const answer = await server.call('GET', `/oauth/mercadolivre?${query}`, {
    headers: { cookie: toCookie(begun.headers) },
  });
  return new URL(String(answer.headers['location']), 'https://esteira.example').searchParams;
}

const readConnections = ({ id }: TestUser) =>
  server.db
    .select({ conta_id: connections.conta_id, vendedor_id: connections.vendedor_id })
    .from(connections)
    .where(eq(connections.usuario_id, id))
    .orderBy(connections.conta_id);

const [A, B] = [1, 2].map((each) => `${each}${process.pid}4321`) as [string, string];

it('every seller has one account of each marketplace from the start', async () => {
  const user = await makeUser(server);
  for (const marketplace of MARKETPLACES)
    expect(await listOn(user, marketplace)).toMatchObject([
      { id: `${marketplace}-1`, nome: 'Conta 1', padrao: true, anuncios: 0, vendedor_final: null },
    ]);
});

describe('the account that comes back', () => {
  it('is added when it is new, told apart by the end of its id, and connected again when it is known', async () => {
    const user = await makeUser(server);
    for (const vendedor of [A, B, A]) expect((await connect(user, vendedor)).get('conexao')).toBe('ok');
    expect(await readConnections(user)).toEqual([
      { conta_id: 1, vendedor_id: A },
      { conta_id: 2, vendedor_id: B },
    ]);
    expect(await listOn(user, 'mercadolivre')).toMatchObject([
      { nome: 'LOJA TESTE', vendedor_final: '4321', estado: 'conectada', padrao: true },
      { nome: 'LOJA TESTE', vendedor_final: '4321', estado: 'conectada', padrao: false },
    ]);
  });

  it('instead of the one asked for changes nothing until the seller adds it', async () => {
    const user = await makeUser(server);
    const [first, second] = [unique('1'), unique('2')];
    await connect(user, first);
    await call(user, 'renameAccount', { conta_id: 'mercadolivre-1', nome: 'Loja A' });
    const told = await connect(user, second, 'mercadolivre-1');
    expect(told.get('conexao')).toBe('outra_conta');
    const before = [{ conta_id: 1, vendedor_id: first }];
    expect(await readConnections(user)).toEqual(before);
    const pedido = String(told.get('pedido'));
    const read = (who: TestUser) =>
      server.call(
        'GET',
        `/trpc/integrations.heldAccount?input=${encodeURIComponent(JSON.stringify({ autorizacao: pedido }))}`,
        {
          token: who.token,
        },
      );
    expect((await read(user)).body.result.data).toEqual({ veio: 'LOJA TESTE', pedida: 'Loja A' });
    expect((await read(await makeUser(server))).status).toBe(409);
    await call(user, 'addHeldAccount', { autorizacao: pedido });
    expect(await readConnections(user)).toEqual([...before, { conta_id: 2, vendedor_id: second }]);
    expect(await call(user, 'addHeldAccount', { autorizacao: pedido })).toContain('A autorização expirou');
  });

  it('is none that a consent under way is named by', async () => {
    const user = await makeUser(server);
    const url = new URL(
      (
        await server.call('POST', '/trpc/integrations.connect', {
          token: user.token,
          body: { marketplace: 'mercadolivre' },
        })
      ).body.result.data.url,
    );
    const autorizacao = url.searchParams.get('state');
    const input = encodeURIComponent(JSON.stringify({ autorizacao }));
    const read = await server.call('GET', `/trpc/integrations.heldAccount?input=${input}`, {
      token: user.token,
    });
    expect(read.status).toBe(409);
    expect(await call(user, 'addHeldAccount', { autorizacao })).toContain('A autorização expirou');
  });

  it('is refused when it is of another seller, and leaves no account behind', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    const vendedor = unique('3');
    await connect(other, vendedor);
    await connect(user, unique('4'));
    expect((await connect(user, vendedor)).get('conexao')).toBe('em_uso');
    expect(await listOn(user, 'mercadolivre')).toHaveLength(1);
  });

  it('is the eleventh: there is no room for it', async () => {
    const user = await makeUser(server);
    for (let each = 0; each < 10; each += 1) await connect(user, unique('5'));
    await connect(user, unique('6'));
    expect(await listOn(user, 'mercadolivre')).toHaveLength(10);
  });
});

describe('a disconnected account', () => {
  it('keeps its row, hands the default on, and is the same one when it comes back', async () => {
    const user = await makeUser(server);
    const [first, second] = [unique('7'), unique('8')];
    await connect(user, first);
    await connect(user, second);
    await call(user, 'renameAccount', { conta_id: 'mercadolivre-1', nome: 'Loja A' });
    await call(user, 'disconnect', { marketplace: 'mercadolivre', conta_id: 'mercadolivre-1' });
    expect(await listOn(user, 'mercadolivre')).toMatchObject([
      { id: 'mercadolivre-1', nome: 'Loja A', estado: 'desconectada', padrao: false },
      { id: 'mercadolivre-2', estado: 'conectada', padrao: true },
    ]);
    expect(await call(user, 'setDefaultAccount', { conta_id: 'mercadolivre-1' })).toContain('Reconecte');
    await connect(user, first);
    expect(await listOn(user, 'mercadolivre')).toMatchObject([
      { id: 'mercadolivre-1', nome: 'Loja A', estado: 'conectada' },
      { id: 'mercadolivre-2', padrao: true },
    ]);
    await call(user, 'setDefaultAccount', { conta_id: 'mercadolivre-1' });
    expect(await listOn(user, 'mercadolivre')).toMatchObject([{ padrao: true }, { padrao: false }]);
  });
});

describe('simulated accounts', () => {
  it('are added, named, disconnected and brought back', async () => {
    const user = await makeUser(server);
    await call(user, 'addAccount', { marketplace: 'amazon' });
    await call(user, 'renameAccount', { conta_id: 'amazon-2', nome: ' Loja B ' });
    await call(user, 'disconnect', { marketplace: 'amazon', conta_id: 'amazon-1' });
    expect(await listOn(user, 'amazon')).toMatchObject([
      { nome: 'Conta 1', estado: 'desconectada', padrao: false },
      { nome: 'Loja B', estado: 'simulada', padrao: true },
    ]);
    await call(user, 'disconnect', { marketplace: 'amazon', conta_id: 'amazon-2' });
    const body = { conta_id: 'amazon-1' };
    await server.call('POST', '/trpc/publication.reviveAccount', { token: user.token, body });
    expect(await listOn(user, 'amazon')).toMatchObject([{ estado: 'simulada' }, { estado: 'simulada' }]);
  });

  it('are ten at most, whoever adds them at once, and none of a real marketplace', async () => {
    const user = await makeUser(server);
    await Promise.all(Array.from({ length: 12 }, () => call(user, 'addAccount', { marketplace: 'amazon' })));
    expect(await listOn(user, 'amazon')).toHaveLength(10);
    expect(await call(user, 'addAccount', { marketplace: 'mercadolivre' })).toContain(
      'não está em modo simulado',
    );
  });

  it('are only of their seller', async () => {
    const [user, other] = [await makeUser(server), await makeUser(server)];
    await call(other, 'addAccount', { marketplace: 'amazon' });
    expect(await call(user, 'renameAccount', { conta_id: 'amazon-2', nome: 'Minha' })).toBe(
      'Conta não encontrada',
    );
    expect(await call(user, 'disconnect', { marketplace: 'mercadolivre', conta_id: 'amazon-1' })).toBe(
      'Conta não encontrada',
    );
    expect(await listOn(other, 'amazon')).toMatchObject([{ nome: 'Conta 1' }, { nome: 'Conta 2' }]);
  });
});
