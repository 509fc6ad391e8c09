import { queryRows } from '@esteira/db/database';
import { activities } from '@esteira/db/schema/accounts/activities';
import { newId } from '@esteira/db/schema/columns';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../router';
import { makeTwoStepUser, PASSWORD } from '../../testing/accounts/two-step';
import { makeMember, makeUser } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';
import { collectLog } from '../../testing/watching/card-traces';
import type { ProcedureMeta } from '../procedures';
import { hashPassword } from '../security/passwords';
import { forgetOldActivity } from './forget-activity';

let server: TestServer;
let now = Date.now();
const log = collectLog('info');
beforeAll(async () => {
  server = await createTestServer({ deps: { clock: () => new Date(now) }, app: { logger: log.logger } });
});
afterAll(() => server.close());

const actsOf = (usuarioId: string) =>
  server.db.select().from(activities).where(eq(activities.usuario_id, usuarioId)).orderBy(activities.id);
const kindsOf = async (usuarioId: string) => (await actsOf(usuarioId)).map(({ ato }) => ato);
const signIn = (email: string, senha: string) =>
  server.call('POST', '/api/auth/login', { body: { email, senha } });
const call = (path: string, token: string, body?: object) =>
  server.call('POST', `/trpc/${path}`, { token, ...(body && { body }) });

describe('signing in', () => {
  it('is recorded when it worked, when it failed, and once a quarter of an hour', async () => {
    const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
    for (let count = 0; count < 12; count += 1) await signIn(user.email, 'errada errada');
    expect(await kindsOf(user.id)).toEqual(['entrada', 'senha_incorreta', 'limite_atingido']);
    now += 16 * 60_000;
    await signIn(user.email, 'errada errada');
    await signIn(user.email, PASSWORD);
    expect((await kindsOf(user.id)).slice(3)).toEqual(['senha_incorreta', 'entrada']);
  });

  it('of an address without account is recorded without person and address', async () => {
    const email = 'outra.pessoa@exemplo.com.br';
    await signIn(email, 'errada errada');
    const rows = await server.db.select().from(activities).where(eq(activities.ato, 'senha_incorreta'));
    const [row] = rows.filter(({ usuario_id }) => usuario_id === null);
    expect(row).toMatchObject({ usuario_id: null, autor_id: null, alvo: expect.any(String) });
    expect(JSON.stringify(row)).not.toContain(email);
    expect(log.read()).not.toContain(email);
  });

  it('by a wrong code is recorded, and of a person of a team in its shop', async () => {
    const user = await makeTwoStepUser(server);
    const { desafio } = (await signIn(user.email, PASSWORD)).body;
    await server.call('POST', '/api/auth/segundo-passo', { body: { desafio, codigo: '000000' } });
    expect((await actsOf(user.id)).at(-1)).toMatchObject({ ato: 'codigo_incorreto', resultado: 'negado' });
    const seller = await makeUser(server);
    const member = await makeMember(server, seller, 'leitura');
    await signIn(member.email, 'errada errada');
    expect((await actsOf(seller.id)).at(-1)).toMatchObject({ ato: 'senha_incorreta', autor_id: member.id });
  });

  it('too late with a good code is no wrong code', async () => {
    const user = await makeTwoStepUser(server);
    const { desafio } = (await signIn(user.email, PASSWORD)).body;
    const pass = (codigo: string | undefined) =>
      server.call('POST', '/api/auth/segundo-passo', { body: { desafio, codigo } });
    const [one, other, third] = user.recoveryCodes;
    const both = await Promise.all([pass(one), pass(other)]);
    expect([...both, await pass(third)].map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await kindsOf(user.id)).toEqual(['entrada', 'duas_etapas_ligada', 'entrada']);
  });
});

it('a new password that brings a new token is no sign-in', async () => {
  const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
  const body = { senha_atual: PASSWORD, senha: 'outra frase longa e boa', novo_token: true };
  expect((await call('account.changePassword', user.token, body)).status).toBe(200);
  expect(await kindsOf(user.id)).toEqual(['entrada', 'senha_trocada']);
});

it('a password stays where its row cannot be written', async () => {
  const user = await makeUser(server, { senha_hash: await hashPassword(PASSWORD) });
  const alter = (change: string) => queryRows(server.db, sql.raw(`ALTER TABLE atividades ${change}`));
  await alter("ADD CONSTRAINT no_passwords CHECK (ato <> 'senha_trocada') NOT VALID");
  const body = { senha_atual: PASSWORD, senha: 'outra frase longa e boa' };
  expect((await call('account.changePassword', user.token, body)).status).toBe(500);
  await alter('DROP CONSTRAINT no_passwords');
  expect((await signIn(user.email, PASSWORD)).status).toBe(200);
});

it('what a procedure declares is recorded with its target, and a key keeps the name it had', async () => {
  const seller = await makeUser(server);
  const body = { nome: 'ERP', escopos: ['leitura', 'pedidos'] };
  const { chave, id } = (await call('apiKeys.create', seller.token, body)).body.result.data;
  await server.call('GET', '/api/exportar/pedidos.csv?busca=Marcada', { token: chave });
  await call('apiKeys.revoke', seller.token, { id });
  const rows = (await actsOf(seller.id)).slice(1);
  expect(rows).toMatchObject([
    { ato: 'chave_criada', autor_id: seller.id },
    {
      ato: 'exportacao',
      alvo: 'pedidos',
      quantidade: 0,
      chave_id: id,
      chave_nome: 'ERP',
      com_busca: true,
      autor_id: null,
    },
    { ato: 'chave_revogada', alvo: id, autor_id: seller.id },
  ]);
  expect(JSON.stringify(rows)).not.toContain('Marcada');
  expect(log.read()).not.toContain('Marcada');
});

it('a refusal is recorded once a quarter of an hour, and the lines of the log name who asked', async () => {
  const seller = await makeUser(server);
  const member = await makeMember(server, seller, 'leitura');
  for (let count = 0; count < 3; count += 1) {
    expect((await call('apiKeys.create', member.token, { nome: 'A', escopos: ['leitura'] })).status).toBe(
      403,
    );
  }
  const rows = await actsOf(seller.id);
  expect(rows).toMatchObject([
    { ato: 'entrada' },
    { ato: 'acesso_negado', alvo: 'apiKeys.create', resultado: 'negado', autor_id: member.id },
  ]);
  const lines = log.read().split('\n');
  expect(lines.filter((line) => line.includes(`"atividade":"${rows[1]?.id}"`))).toHaveLength(1);
  const requests = lines.filter((line) => line.includes('"path":"/trpc/apiKeys.create"'));
  expect(requests.at(-1)).toContain(`"pessoa":"${member.id}"`);
});

it('a refusal of a file is recorded, and of a call over REST once', async () => {
  const seller = await makeUser(server);
  const [one, other] = [
    await makeMember(server, seller, 'leitura'),
    await makeMember(server, seller, 'leitura'),
  ];
  expect((await server.call('GET', '/api/conta/dados.zip', { token: one.token })).status).toBe(403);
  expect((await server.call('GET', '/api/conta/dados.zip', { token: one.token })).status).toBe(403);
  const path = '/api/fornecedores';
  expect((await server.call('POST', path, { token: other.token, body: { nome: 'A' } })).status).toBe(403);
  expect((await actsOf(seller.id)).slice(1)).toMatchObject([
    { ato: 'acesso_negado', alvo: '/api/conta/dados.zip', autor_id: one.id },
    { ato: 'acesso_negado', alvo: 'suppliers.create', autor_id: other.id },
  ]);
});

it('a refusal stays one when its row cannot be written', async () => {
  const seller = await makeUser(server);
  const member = await makeMember(server, seller, 'leitura');
  const db = new Proxy(server.db, {
    get: (target, name, receiver) =>
      name === 'insert'
        ? () => {
            throw new Error('read-only');
          }
        : Reflect.get(target, name, receiver),
  });
  const other = await createTestServer({ deps: { db, reservedDb: db } });
  const body = { nome: 'A', escopos: ['leitura'] };
  const refused = await other.call('POST', '/trpc/apiKeys.create', { token: member.token, body });
  expect(refused.status).toBe(403);
  await other.close();
});

it('rows stay for twelve months, whoever asks the database', async () => {
  const seller = await makeUser(server);
  const own = eq(activities.usuario_id, seller.id);
  await expect(server.db.delete(activities).where(own)).rejects.toMatchObject({ cause: { code: '23001' } });
  await expect(server.db.update(activities).set({ ip: '::1' }).where(own)).rejects.toMatchObject({
    cause: { code: '23001' },
  });
  const at = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [368, 360]) {
    const row = { ato: 'saida', resultado: 'ok', ip: '::1', dispositivo: '', alvo: `${days}` } as const;
    const when = { id: newId(at(days)), em: at(days).toISOString() };
    await server.db.insert(activities).values({ ...row, ...when, usuario_id: seller.id });
  }
  await forgetOldActivity({ db: server.db, clock: () => new Date() });
  const left = await server.db
    .select()
    .from(activities)
    .where(and(own, eq(activities.ato, 'saida')));
  expect(left.map(({ alvo }) => alvo)).toEqual(['360']);
});

/** Read only, or recorded by themselves (`recordActivity`), or nothing that concerns security. */
const UNNAMED: readonly string[] = [
  'auth.register',
  'auth.login',
  'auth.secondStep',
  'auth.requestReset',
  'auth.resetPassword',
  'account.rename',
  'account.edit',
  'account.confirmPassword',
  'account.beginTwoStep',
  'account.changePassword',
  'account.confirmTwoStep',
  'account.renewRecoveryCodes',
  'account.turnOffTwoStep',
  'account.confirmEmailChange',
  'team.readInvitation',
  'team.accept',
  'team.join',
  'integrations.connect',
  'integrations.addAccount',
  'integrations.renameAccount',
  'integrations.setDefaultAccount',
];

it('every procedure that changes access, or hands many buyers out, names what is recorded of it', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string; meta?: ProcedureMeta } }>,
  );
  const unnamed = procedures
    .filter(
      ([path, { _def }]) =>
        /^(auth|account|apiKeys|team|integrations)\./.test(path) && _def.type === 'mutation',
    )
    .filter(([, { _def }]) => _def.meta?.activity === undefined)
    .map(([path]) => path);
  expect(unnamed.sort()).toEqual([...UNNAMED].sort());
  const named = new Map(procedures.map(([path, { _def }]) => [path, _def.meta?.activity]));
  for (const path of ['orders.labels', 'purchasing.pdf', 'purchasing.createPage', 'purchasing.revokePages']) {
    expect([path, named.get(path)]).not.toEqual([path, undefined]);
  }
});

it('every procedure whose answer holds a buyer counts it', () => {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<
      string,
      { _def: { output?: z.ZodType; meta?: ProcedureMeta } }
    >,
  );
  const holding = procedures.filter(
    ([, { _def }]) =>
      _def.output instanceof z.ZodType &&
      JSON.stringify(z.toJSONSchema(_def.output, { unrepresentable: 'any', io: 'input' })).includes(
        'cliente_nome',
      ),
  );
  expect(holding.length).toBeGreaterThan(5);
  const uncounted = holding.filter(([, { _def }]) => _def.meta?.buyers === undefined).map(([path]) => path);
  expect(uncounted).toEqual([]);
});
