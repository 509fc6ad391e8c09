import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { KEY_SCOPES, type KeyScope } from '@esteira/domain/accounts/api-keys';
import { ROLE_SCOPES } from '@esteira/domain/accounts/team';
import { TEAM_ROLES, type TeamRole } from '@esteira/domain/accounts/team-roles';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REST_ROUTES } from '../rest/routes';
import { appRouter, type ProcedurePath, procedureTypeAt } from '../router';
import { OPEN_TO_RESTRICTED, PROCEDURE_ACCESS, ROUTE_ACCESS } from '../testing/accounts/access-table';
import { type AccessWorld, makeAccessWorld } from '../testing/accounts/access-world';
import { makeMember, makeSession, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';

let server: TestServer;
let world: AccessWorld;
/** What the owner has, as the owner sees it before anybody else calls. */
let untouched: unknown[];
let stranger: TestUser;
let admin: TestUser;
/** The token of a session that its user has ended. */
let ended: string;
/** Of a seller with nothing, and of an admin: a key for each scope. */
const keys = { seller: {} as Record<KeyScope, string>, admin: {} as Record<KeyScope, string> };
/** Every route as it was registered, `METHOD /path`. */
const registered = new Set<string>();

beforeAll(async () => {
  subscribe('fastify.initialization', noteRoutes);
  server = await createTestServer({ deps: { enforcePolicies: true } });
  unsubscribe('fastify.initialization', noteRoutes);
  world = await makeAccessWorld(server);
  untouched = await readOwner();
  [stranger, admin] = await Promise.all([makeUser(server), makeUser(server, { is_admin: true })]);
  ended = await makeSession(server, admin.id);
  await server.call('POST', '/api/auth/sair', { token: ended });
  for (const scope of KEY_SCOPES) {
    keys.seller[scope] = await makeKey(stranger, scope);
    keys.admin[scope] = await makeKey(admin, scope);
  }
});
afterAll(() => server.close());

async function makeKey({ token }: TestUser, scope: KeyScope): Promise<string> {
  const body = { nome: scope, escopos: [scope] };
  return (await server.call('POST', '/trpc/apiKeys.create', { token, body })).body.result.data.chave;
}

function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    // Its procedures are classified one by one.
    if (url === '/trpc/:path') return;
    for (const name of [method].flat()) if (name !== 'HEAD') registered.add(`${name} ${url}`);
  });
}

const WRONG_TOKENS = [
  'abc.def.ghi',
  'est_0000000000000000000000000000000000000000000000000000000000000000',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4IiwiaWF0IjoxLCJleHAiOjk5OTk5OTk5OTl9.AAAA',
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4IiwiaWF0IjoxLCJleHAiOjk5OTk5OTk5OTl9.',
];

const procedures = Object.entries(PROCEDURE_ACCESS).map(([path, access]) => ({
  path: path as ProcedurePath,
  ...access,
}));
const guarded = procedures.filter(({ who }) => who !== 'anybody');
const withOwnRows = procedures.filter(({ who }) => who === 'sellers' || who === 'people');
const forAdmins = procedures.filter(({ who }) => who === 'admins');
const routes = Object.entries(ROUTE_ACCESS).map(([name, access]) => ({ name, access }));
const signedRoutes = routes.filter(({ access }) => access === 'signed');
const guardedRoutes = routes.filter(({ access }) => access === 'admins' || typeof access === 'object');

interface Call {
  path: ProcedurePath;
  token: string | null;
  /** Whose rows the input names. */
  of?: AccessWorld;
}

async function callProcedure({ path, token, of = world }: Call) {
  const input = PROCEDURE_ACCESS[path].input?.(of);
  const type = procedureTypeAt(path);
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const answer = await server.app.inject({
    method: type === 'mutation' ? 'POST' : 'GET',
    url: `/trpc/${path}${type === 'mutation' ? '' : query}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(type === 'mutation' ? { payload: (input ?? {}) as object } : {}),
    payloadAsStream: true,
  });
  const text = await readText(answer.stream(), type === 'subscription');
  // A stream tells of its refusal in an event.
  const refusal = type === 'subscription' ? /"httpStatus":(\d+)/.exec(text)?.[1] : undefined;
  return { status: Number(refusal ?? answer.statusCode), text };
}

/** The whole answer, or what a subscription begins with: it has no end. */
async function readText(stream: AsyncIterable<Buffer>, isEndless: boolean): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk;
    if (isEndless && /httpStatus|inicio/.test(text)) break;
  }
  return text;
}

async function readOwner() {
  const paths = ['produtos', 'fornecedores', 'pedidos', 'auth/me'];
  const answers = paths.map((path) => server.call('GET', `/api/${path}`, { token: world.owner.token }));
  return (await Promise.all(answers)).map(({ body }) => body);
}

describe('the table of access', () => {
  it('names every procedure', () => {
    expect(Object.keys(appRouter._def.procedures).sort()).toEqual(Object.keys(PROCEDURE_ACCESS).sort());
  });

  it('names every route that is no procedure', () => {
    const rest = REST_ROUTES.map(({ method, path }) => `${method} /api${path}`);
    const others = [...registered].filter((name) => !rest.includes(name));
    expect(others.sort()).toEqual(Object.keys(ROUTE_ACCESS).sort());
  });
});

describe.each(guarded)('$path', ({ path }) => {
  it('answers 401 without a token, with a wrong one, and with that of an ended session', async () => {
    for (const token of [null, ...WRONG_TOKENS, ended]) {
      expect((await callProcedure({ path, token })).status, String(token)).toBe(401);
    }
  });
});

describe.each(procedures.filter(({ who }) => who === 'anybody'))('$path', ({ path }) => {
  it('is open to everybody', async () => {
    expect([200, 401, 422]).toContain((await callProcedure({ path, token: null })).status);
  });
});

describe.each(withOwnRows)('$path', ({ path, isOwned }) => {
  it.each(['another seller', 'an admin'])('shows and changes nothing of a seller for %s', async (who) => {
    // Each one new: some of these calls end the caller's sessions.
    const { token } = await makeUser(server, { is_admin: who === 'an admin' });
    const answer = await callProcedure({ path, token });
    // 422 where it is another's supplier that the product names.
    if (isOwned) expect(answer.text).toMatch(/não encontrad.*"httpStatus":(404|422)/);
    expect([401, 403], answer.text).not.toContain(answer.status);
    expect(answer.text).not.toContain(world.secret);
    expect(await readOwner()).toEqual(untouched);
  });

  it('answers its seller', async () => {
    // What changes nothing leaves its world to the next.
    const own = procedureTypeAt(path) === 'mutation' ? await makeAccessWorld(server) : world;
    const answer = await callProcedure({ path, token: own.owner.token, of: own });
    expect([401, 403, 404], answer.text).not.toContain(answer.status);
  });
});

describe.each(forAdmins)('$path', ({ path }) => {
  it('answers 403 to a seller, and changes nothing', async () => {
    const answer = await callProcedure({ path, token: stranger.token });
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('Acesso negado')]);
    expect(await readOwner()).toEqual(untouched);
  });

  it('answers an admin', async () => {
    const own = procedureTypeAt(path) === 'mutation' ? await makeAccessWorld(server) : world;
    const answer = await callProcedure({ path, token: admin.token, of: own });
    expect([401, 403], answer.text).not.toContain(answer.status);
  });
});

/** An admin with a weak password that was noticed longer ago than its days of grace. */
const makeRestricted = () => {
  const noticed = new Date(Date.now() - 8 * 86_400_000).toISOString();
  return makeUser(server, { is_admin: true, senha_fraca_desde: noticed });
};

const RESTRICTED = 'Troque a sua senha em Configurações → Conta para continuar.';

describe.each(guarded)('$path', ({ path }) => {
  it('is closed to a restricted session unless it is of the own account', async () => {
    const { token } = await makeRestricted();
    const answer = await callProcedure({ path, token });
    if (OPEN_TO_RESTRICTED.includes(path)) expect([401, 403], answer.text).not.toContain(answer.status);
    else expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(RESTRICTED)]);
  });
});

describe.each(guardedRoutes)('$name', ({ name }) => {
  it('is closed to a restricted session', async () => {
    const { status, body } = await callRoute(name, (await makeRestricted()).token);
    expect([status, body]).toEqual([403, { detail: RESTRICTED }]);
  });
});

describe.each(guarded)('$path', ({ path, scopes }) => {
  it.each(KEY_SCOPES)('keeps to the scope of an API key for %s', async (scope) => {
    for (const token of [keys.seller[scope], keys.admin[scope]]) {
      const answer = await callProcedure({ path, token });
      if (scopes.includes(scope)) expect([401, 403], answer.text).not.toContain(answer.status);
      else expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(/chaves? de API/i)]);
      expect(answer.text).not.toContain(world.secret);
    }
  });
});

describe.each(guarded)('$path', ({ path, who, scopes }) => {
  it.each(TEAM_ROLES)('keeps to the role of a person of a team who is %s', async (role) => {
    // Each one new: some of these calls end the caller's sessions.
    const { token } = await makeMember(server, stranger, role);
    const answer = await callProcedure({ path, token });
    if (who === 'people' || isWithinRole(role, scopes)) {
      expect([401, 403], answer.text).not.toContain(answer.status);
    } else expect([answer.status, answer.text]).toEqual([403, expect.stringMatching(TEAM_REFUSALS)]);
    expect(answer.text).not.toContain(world.secret);
  });
});

const TEAM_REFUSALS = /Só o titular da conta tem acesso a isto|Seu acesso é de leitura|Acesso negado/;

const isWithinRole = (role: TeamRole, scopes: readonly KeyScope[]) =>
  scopes.some((scope) => ROLE_SCOPES[role].includes(scope));

/** Calls a route that is no procedure, with ids of the owner. */
function callRoute(name: string, token: string | null) {
  const [method = '', path = ''] = name.split(' ');
  const ids = { ':id': world.payment, ':usuarioId': world.owner.id, ':pedidoId': world.order };
  const url = Object.entries(ids)
    .reduce((address, [name, id]) => address.replace(name, id), path)
    .replace('etiquetas.pdf', `etiquetas.pdf?ids=${world.order}`);
  return server.call(method, url, { token });
}

describe.each(guardedRoutes)('$name', ({ name, access }) => {
  it('answers 401 without a token, with a wrong one, and with that of an ended session', async () => {
    for (const token of [null, ...WRONG_TOKENS, ended]) {
      expect((await callRoute(name, token)).status, String(token)).toBe(401);
    }
  });

  it('shows nothing of a seller to another', async () => {
    const answer = await callRoute(name, stranger.token);
    if (access === 'admins') expect(answer.status).toBe(403);
    expect(answer.text).not.toContain(world.secret);
  });

  it.each(KEY_SCOPES)('keeps to the scope of an API key for %s', async (scope) => {
    const { status, text } = await callRoute(name, keys.admin[scope]);
    if (access.includes(scope)) expect([401, 403], text).not.toContain(status);
    else expect([status, text]).toEqual([403, expect.stringMatching(/chaves? de API/i)]);
  });
});

describe.each(guardedRoutes)('$name', ({ name, access }) => {
  it.each(TEAM_ROLES)('keeps to the role of a person of a team who is %s', async (role) => {
    const { token } = await makeMember(server, stranger, role);
    const { status, text } = await callRoute(name, token);
    if (typeof access === 'object' && isWithinRole(role, access))
      expect([401, 403], text).not.toContain(status);
    else expect([status, text]).toEqual([403, expect.stringMatching(TEAM_REFUSALS)]);
    expect(text).not.toContain(world.secret);
  });
});

describe.each(signedRoutes)('$name', ({ name }) => {
  it('is refused without its signature, also with a session', async () => {
    for (const token of [null, stranger.token, admin.token]) {
      const answer = await callRoute(name, token);
      expect(answer.status, answer.text).toBeGreaterThanOrEqual(300);
      expect(answer.text).not.toContain(world.secret);
    }
  });
});
