import { authorizations, connections } from '@esteira/db/schema/platform/connections';
import { jobs } from '@esteira/db/schema/platform/jobs';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenService, type TokenService, toCookie } from '../../testing/accounts/accounts';
import { makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

const COOKIE = '__Host-esteira_conexao';

let server: TestServer;
let now = new Date('2026-11-21T12:00:00.000Z');
const services: Record<Marketplace, TokenService> = {
  mercadolivre: createTokenService('mercadolivre'),
  amazon: createTokenService('amazon'),
};
beforeAll(async () => {
  const connectors = { mercadolivre: services.mercadolivre.connector, amazon: services.amazon.connector };
  server = await createTestServer({
    background: { handlers: {} },
    deps: { connectors, clock: () => now, publicUrl: () => 'https://esteira.example' },
  });
});
afterAll(() => server.close());

async function begin({ token }: TestUser, marketplace: Marketplace = 'mercadolivre') {
  const body = { marketplace };
  const { body: answer, headers } = await server.call('POST', '/trpc/integrations.connect', { token, body });
  const asked = new URL(answer.result.data.url).searchParams;
  return { asked, estado: asked.get('state') ?? '', cookie: toCookie(headers), headers };
}

interface Return {
  estado: string;
  /** Null: none. */
  cookie?: string | null;
  marketplace?: Marketplace;
  parametros?: Record<string, string>;
}

/** Comes back from the marketplace; answers the outcome that the page is told. */
async function comeBack({
  estado,
  cookie = `${COOKIE}=${estado}`,
  marketplace = 'mercadolivre',
  parametros,
}: Return) {
  const query = new URLSearchParams({ code: 'TG-code', state: estado, ...parametros });
  const answer = await server.call('GET', `/oauth/${marketplace}?${query}`, {
    headers: cookie === null ? {} : { cookie: `tema=escuro; ${cookie}` },
  });
  expect(answer.status).toBe(303);
  const target = new URL(String(answer.headers['location']), 'https://esteira.example');
  expect([target.origin, target.pathname]).toEqual(['https://esteira.example', '/integracao']);
  expect(target.searchParams.get('marketplace')).toBe(marketplace);
  return target.searchParams.get('conexao');
}

const getConnections = ({ id }: TestUser) =>
  server.db.select().from(connections).where(eq(connections.usuario_id, id));

const getPolls = ({ id }: TestUser) =>
  server.db
    .select({ data: jobs.dados })
    .from(jobs)
    .where(and(eq(jobs.tipo, 'orders-poll'), eq(jobs.usuario_id, id)));

describe('connecting by consent', () => {
  it('sends the seller off with a state and a challenge, and stores neither in clear', async () => {
    const { asked, estado } = await begin(await makeUser(server));
    expect(asked.get('state')).toBe(estado);
    expect(asked.get('codeChallenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('redirectUri')).toBe('https://esteira.example/oauth/mercadolivre');
    const stored = JSON.stringify(await server.db.select().from(authorizations));
    expect(stored).not.toContain(estado);
  });

  it('stores the account and looks for its orders', async () => {
    const user = await makeUser(server);
    const { estado } = await begin(user);
    expect(await comeBack({ estado })).toBe('ok');
    expect(await getConnections(user)).toMatchObject([{ status: 'conectado', conta_nome: 'LOJA TESTE' }]);
    expect(await getPolls(user)).toEqual([
      { data: { usuario_id: user.id, marketplace: 'mercadolivre', conta_id: 1 } },
    ]);
  });

  it('gives the browser a cookie that no script reads and no other host can set', async () => {
    const { estado, cookie, headers } = await begin(await makeUser(server));
    expect(cookie).toBe(`${COOKIE}=${estado}`);
    const attributes = String(headers['set-cookie']).split('; ').slice(1).sort();
    expect(attributes).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  it('takes no cookie of the name that consents had before, which other hosts could set', async () => {
    const user = await makeUser(server);
    const { estado } = await begin(user);
    expect(await comeBack({ estado, cookie: `esteira_conexao=${estado}` })).toBe('expirada');
    expect(await getConnections(user)).toEqual([]);
  });

  it('works on plain HTTP by a cookie of the old name, for the return alone', async () => {
    const { publicUrl } = server.deps;
    server.deps.publicUrl = () => 'http://localhost:3000';
    const { estado, cookie, headers } = await begin(await makeUser(server));
    expect(cookie).toBe(`esteira_conexao=${estado}`);
    expect(String(headers['set-cookie'])).toMatch(/; Path=\/oauth; HttpOnly; SameSite=Lax$/);
    expect(await comeBack({ estado, cookie })).toBe('ok');
    server.deps.publicUrl = publicUrl;
  });

  it('works once for each consent, even when it comes back twice at the same time', async () => {
    const { estado } = await begin(await makeUser(server));
    const outcomes = await Promise.all([comeBack({ estado }), comeBack({ estado })]);
    expect(outcomes.sort()).toEqual(['expirada', 'ok']);
    expect(await comeBack({ estado })).toBe('expirada');
  });

  it('takes a consent only in the browser that began it', async () => {
    const user = await makeUser(server);
    const { estado } = await begin(user);
    const { estado: another } = await begin(await makeUser(server));
    expect(await comeBack({ estado, cookie: null })).toBe('expirada');
    expect(await comeBack({ estado, cookie: `${COOKIE}=${another}` })).toBe('expirada');
    expect(await getConnections(user)).toEqual([]);
    expect(await comeBack({ estado })).toBe('ok');
  });

  it('takes no consent of another marketplace, an unknown one or none', async () => {
    const { estado } = await begin(await makeUser(server), 'amazon');
    expect(await comeBack({ estado })).toBe('expirada');
    expect(await comeBack({ estado: 'x'.repeat(43) })).toBe('expirada');
    expect(await comeBack({ estado: '' })).toBe('expirada');
  });

  it('takes no consent after ten minutes', async () => {
    const { estado } = await begin(await makeUser(server));
    now = new Date(now.getTime() + 10 * 60_000);
    expect(await comeBack({ estado })).toBe('expirada');
  });

  it('connects nothing when the marketplace refuses the code', async () => {
    const user = await makeUser(server);
    const { estado } = await begin(user);
    expect(await comeBack({ estado, parametros: { code: 'TG-spent' } })).toBe('expirada');
    expect(await getConnections(user)).toEqual([]);
  });

  it('refuses an account that another seller has connected', async () => {
    const [first, second] = [await makeUser(server), await makeUser(server)];
    const vendedor = unique('777');
    expect(await comeBack({ ...(await begin(first)), parametros: { vendedor } })).toBe('ok');
    expect(await comeBack({ ...(await begin(second)), parametros: { vendedor } })).toBe('em_uso');
    expect(await getConnections(second)).toEqual([]);
    expect(await getPolls(second)).toEqual([]);
  });

  it('brings the same account back, with its place in the orders, and no other one over it', async () => {
    const user = await makeUser(server);
    const vendedor = unique('888');
    await comeBack({ ...(await begin(user)), parametros: { vendedor } });
    const lost = {
      status: 'reconectar',
      motivo: 'A autorização expirou.',
      pedidos_lidos_ate: '2026-11-20T00:00:00.000Z',
    } as const;
    await server.db.update(connections).set(lost).where(eq(connections.usuario_id, user.id));
    const again = { marketplace: 'mercadolivre', conta_id: 'mercadolivre-1' };
    const { body } = await server.call('POST', '/trpc/integrations.connect', {
      token: user.token,
      body: again,
    });
    const estado = new URL(body.result.data.url).searchParams.get('state') ?? '';
    expect(await comeBack({ estado, parametros: { vendedor: unique('999') } })).toBe('outra_conta');
    expect(await comeBack({ ...(await begin(user)), parametros: { vendedor } })).toBe('ok');
    expect(await getConnections(user)).toMatchObject([
      { vendedor_id: vendedor, status: 'conectado', motivo: null, pedidos_lidos_ate: lost.pedidos_lidos_ate },
    ]);
  });

  it('that comes back to a marketplace that is simulated by now is not told as another account', async () => {
    const { estado } = await begin(await makeUser(server));
    const { connectors } = server.deps;
    server.deps.connectors = { ...connectors, mercadolivre: null };
    expect(await comeBack({ estado })).toBe('indisponivel');
    server.deps.connectors = connectors;
  });

  it('needs a session', async () => {
    const body = { marketplace: 'mercadolivre' };
    expect((await server.call('POST', '/trpc/integrations.connect', { body })).status).toBe(401);
  });
});

describe('connecting by a pasted token', () => {
  const adopt = ({ token }: TestUser, body: object) =>
    server.call('POST', '/trpc/integrations.adopt', { token, body: { marketplace: 'amazon', ...body } });

  it('stores the account', async () => {
    const user = await makeUser(server);
    const answer = await adopt(user, { refresh_token: ' Atzr|x ', vendedor_id: 'A1B2C3D4E5F6G7' });
    expect(answer.status).toBe(200);
    expect(await getConnections(user)).toMatchObject([
      { marketplace: 'amazon', vendedor_id: 'A1B2C3D4E5F6G7' },
    ]);
  });

  it('asks for both values', async () => {
    const answer = await adopt(await makeUser(server), { refresh_token: ' ', vendedor_id: '' });
    expect(answer.status).toBe(422);
    expect(answer.body.error.data.erros.map((each: { campo: string }) => each.campo).sort()).toEqual([
      'refresh_token',
      'vendedor_id',
    ]);
  });
});

it('nothing can be connected while the marketplace is simulated', async () => {
  const simulated = await createTestServer();
  const { token } = await makeUser(simulated);
  const answer = await simulated.call('POST', '/trpc/integrations.connect', {
    token,
    body: { marketplace: 'mercadolivre' },
  });
  expect([answer.status, answer.body.error.message]).toEqual([
    409,
    'Mercado Livre está em modo simulado: não há conta para conectar',
  ]);
  await simulated.close();
});
