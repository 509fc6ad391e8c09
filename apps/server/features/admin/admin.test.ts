import { sessions } from '@esteira/db/schema/accounts/sessions';
import { users } from '@esteira/db/schema/accounts/users';
import { payments } from '@esteira/db/schema/billing/payments';
import { newId } from '@esteira/db/schema/columns';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeSession, makeUser, type TestUser, unique } from '../../testing/makers';
import { createTestServer, type TestServer } from '../../testing/server';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await createTestServer();
  admin = await makeUser(server, { is_admin: true });
});
afterAll(() => server.close());

const get = (url: string, token = admin.token) => server.call('GET', url, { token });
const put = (id: string, action: string, token = admin.token) =>
  server.call('PUT', `/api/admin/usuario/${id}/${action}`, { token });

function makePayment(user: TestUser, fields: Partial<typeof payments.$inferInsert> = {}) {
  return server.db.insert(payments).values({
    usuario_id: user.id,
    status: 'aprovado',
    plano: 'basico',
    valor: 119,
    parcelas: 1,
    bandeira: 'Visa',
    ultimos_digitos: '1111',
    chave_idempotencia: unique('chave'),
    resumo_pedido: 'resumo',
    ...fields,
  });
}

async function stored(id: string) {
  const [row] = await server.db.select().from(users).where(eq(users.id, id));
  return row;
}

describe('access', () => {
  it.each([
    ['GET', '/api/admin/stats'],
    ['GET', '/api/admin/usuarios'],
    ['GET', '/api/admin/payments'],
    ['PUT', `/api/admin/usuario/${newId()}/desativar`],
    ['PUT', `/api/admin/usuario/${newId()}/ativar`],
    ['PUT', `/api/admin/usuario/${newId()}/tornar-admin`],
    ['PUT', `/api/admin/usuario/${newId()}/desligar-duas-etapas`],
    ['POST', `/api/admin/usuario/${newId()}/link-senha`],
    ['PUT', `/api/admin/usuario/${newId()}/estender-plano`],
  ])('%s %s is for admins only', async (method, url) => {
    const seller = await makeUser(server);
    expect(await server.call(method, url)).toMatchObject({ status: 401 });
    expect(await server.call(method, url, { token: seller.token })).toMatchObject({
      status: 403,
      body: { detail: 'Acesso negado' },
    });
  });

  it('is over as soon as the admin is deactivated', async () => {
    const other = await makeUser(server, { is_admin: true });
    expect((await get('/api/admin/stats', other.token)).status).toBe(200);
    await put(other.id, 'desativar');
    expect((await get('/api/admin/stats', other.token)).status).toBe(401);
  });
});

describe('the statistics', () => {
  it('count all users and payments, approved money and active plans only', async () => {
    const { body: before } = await get('/api/admin/stats');
    const later = new Date(Date.now() + 86_400_000).toISOString();
    const earlier = new Date(Date.now() - 86_400_000).toISOString();
    const payer = await makeUser(server, { plano: 'top', data_expiracao: later });
    await makeUser(server, { plano: 'top', data_expiracao: earlier });
    await makeUser(server, { plano: 'intermediario', data_expiracao: later, ativo: false });
    await makeUser(server, { plano: 'basico', data_expiracao: later });
    await makePayment(payer, { valor: 380.1 });
    await makePayment(payer, { valor: 119.2 });
    for (const status of ['pendente', 'recusado', 'estornado'] as const) await makePayment(payer, { status });
    const { body: after } = await get('/api/admin/stats');
    expect(after).toEqual({
      total_usuarios: before.total_usuarios + 4,
      total_payments: before.total_payments + 5,
      receita_total: (Math.round(before.receita_total * 100) + 49_930) / 100,
      planos_distribuicao: {
        basico: before.planos_distribuicao.basico + 1,
        intermediario: before.planos_distribuicao.intermediario + 1,
        top: before.planos_distribuicao.top + 1,
      },
    });
  });

  it('are zeros on a platform without payments', async () => {
    const fresh = await createTestServer();
    try {
      const only = await makeUser(fresh, { is_admin: true });
      expect((await fresh.call('GET', '/api/admin/stats', { token: only.token })).body).toEqual({
        total_usuarios: 1,
        total_payments: 0,
        receita_total: 0,
        planos_distribuicao: { basico: 0, intermediario: 0, top: 0 },
      });
    } finally {
      await fresh.close();
    }
  });
});

describe('the users', () => {
  it('are listed newest first with the fields of a user, their last access and their orders, and nothing else', async () => {
    const older = await makeUser(server);
    const newer = await makeUser(server);
    const { body } = await get('/api/admin/usuarios?limite=2');
    expect(body.map(({ id }: { id: string }) => id)).toEqual([newer.id, older.id]);
    expect(Object.keys(body[0]).sort()).toEqual(
      [
        ...['ativo', 'data_expiracao', 'email', 'id', 'is_admin', 'nome', 'plano'],
        ...['criado_em', 'duas_etapas', 'total_pedidos', 'ultimo_acesso'],
      ].sort(),
    );
  });

  it('have the last use of any of their sessions, and all of their orders', async () => {
    const seller = await makeUser(server);
    await makeSession(server, seller.id);
    const product = await makeProduct(server, seller);
    await server.call('POST', `/api/amazon/publicar/${product.id}`, { token: seller.token });
    for (const _ of [1, 2]) {
      await server.call('POST', `/api/amazon/simular-venda/${product.id}`, { token: seller.token });
    }
    const before = Date.now() - 60_000;
    const { body } = await get(`/api/admin/usuarios?busca=${seller.email}`);
    expect(body).toEqual([expect.objectContaining({ id: seller.id, total_pedidos: 2 })]);
    expect(Date.parse(body[0].ultimo_acesso)).toBeGreaterThan(before);
    await server.db.delete(sessions).where(eq(sessions.usuario_id, seller.id));
    expect((await get(`/api/admin/usuarios?busca=${seller.email}`)).body[0].ultimo_acesso).toBeNull();
  });

  it('are narrowed down to who is active, an admin, or has a plan that is paid for', async () => {
    const name = unique('Filtro');
    const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const [paid, expired, gone, boss] = await Promise.all([
      makeUser(server, { nome: name, plano: 'top', data_expiracao: until(9) }),
      makeUser(server, { nome: name, plano: 'top', data_expiracao: until(-9) }),
      makeUser(server, { nome: name, ativo: false }),
      makeUser(server, { nome: name, is_admin: true }),
    ]);
    const found = async (filters: string) => {
      const { body } = await get(`/api/admin/usuarios?busca=${name}&${filters}`);
      return body.map(({ id }: { id: string }) => id).sort();
    };
    expect(await found('situacao=ativos')).toEqual([paid.id, expired.id, boss.id].sort());
    expect(await found('situacao=inativos')).toEqual([gone.id]);
    expect(await found('situacao=admins')).toEqual([boss.id]);
    expect(await found('plano=top')).toEqual([paid.id]);
    expect(await found('plano=nenhum')).toEqual([expired.id, gone.id, boss.id].sort());
    expect(await found('situacao=ativos&plano=nenhum')).toEqual([expired.id, boss.id].sort());
    expect((await get('/api/admin/usuarios?situacao=x')).status).toBe(422);
  });

  it('come page by page without a gap or a repetition, or all at once', async () => {
    const { body: all } = await get('/api/admin/usuarios');
    const seen: string[] = [];
    let url: string | null = '/api/admin/usuarios?limite=3';
    while (url !== null) {
      const { body, headers } = await get(url);
      seen.push(...body.map(({ id }: { id: string }) => id));
      const next: RegExpExecArray | null = /<(.+)>/.exec(String(headers['link'] ?? ''));
      url = next?.[1] ?? null;
    }
    expect(seen).toEqual(all.map(({ id }: { id: string }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('are found by name or e-mail, ignoring case and accents, wildcards taken literally', async () => {
    const name = unique('Conceição 100%');
    const named = await makeUser(server, { nome: name });
    const found = async (busca: string) => {
      const { body } = await get(`/api/admin/usuarios?busca=${encodeURIComponent(busca)}`);
      return body.map(({ id }: { id: string }) => id);
    };
    expect(await found(name.replace('Conceição', 'CONCEICAO'))).toEqual([named.id]);
    expect(await found(named.email.toUpperCase())).toEqual([named.id]);
    expect(await found(name.replace('100%', '1%'))).toEqual([]);
    expect(await found(unique('ninguém'))).toEqual([]);
  });
});

describe('the payments', () => {
  it('are listed newest first with the payer, and of the card only brand and last digits', async () => {
    const payer = await makeUser(server, { nome: 'Beatriz Lima' });
    await makePayment(payer, { status: 'recusado' });
    await makePayment(payer, {
      plano: 'top',
      valor: 380,
      parcelas: 3,
      data_pagamento: '2026-11-20T12:00:00.000Z',
    });
    const { body } = await get('/api/admin/payments?limite=2');
    expect(body[0]).toEqual({
      id: expect.any(String),
      usuario_id: payer.id,
      usuario_nome: 'Beatriz Lima',
      status: 'aprovado',
      plano: 'top',
      valor: 380,
      parcelas: 3,
      data_pagamento: '2026-11-20T12:00:00.000Z',
      bandeira: 'Visa',
      ultimos_digitos: '1111',
      usuario_email: payer.email,
      meio: 'cartao',
      id_externo: null,
      motivo_estorno: null,
      devolvido_em: null,
      pode_estornar: false,
    });
    expect(body[1]).toMatchObject({ status: 'recusado', valor: 119 });
  });
});

describe('the actions', () => {
  it('deactivate, activate and promote answer the user as it is then', async () => {
    const { id } = await makeUser(server);
    expect(await put(id, 'desativar')).toMatchObject({ status: 200, body: { id, ativo: false } });
    expect(await put(id, 'ativar')).toMatchObject({ status: 200, body: { id, ativo: true } });
    expect(await put(id, 'tornar-admin')).toMatchObject({ status: 200, body: { id, is_admin: true } });
    expect(await stored(id)).toMatchObject({ ativo: true, is_admin: true });
  });

  it('are harmless when repeated', async () => {
    const { id } = await makeUser(server);
    for (const action of ['desativar', 'desativar', 'tornar-admin', 'tornar-admin', 'ativar', 'ativar']) {
      expect((await put(id, action)).status).toBe(200);
    }
    expect(await stored(id)).toMatchObject({ ativo: true, is_admin: true });
  });

  it.each(['desativar', 'ativar', 'tornar-admin'])('%s answers 404 for an unknown id', async (action) => {
    for (const id of [newId(), 'x', '1', '%00', "'; --"]) {
      expect(await put(encodeURIComponent(id), action)).toMatchObject({
        status: 404,
        body: { detail: 'Usuário não encontrado' },
      });
    }
  });

  it('do not change other users', async () => {
    const [one, other] = [await makeUser(server), await makeUser(server)];
    await put(one.id, 'desativar');
    await put(one.id, 'tornar-admin');
    expect(await stored(other.id)).toMatchObject({ ativo: true, is_admin: false });
  });

  it('let no admin deactivate themselves', async () => {
    for (const id of [admin.id, admin.id.toUpperCase()]) {
      expect(await put(id, 'desativar')).toMatchObject({
        status: 409,
        body: { detail: 'Você não pode desativar a si mesmo' },
      });
    }
    expect(await stored(admin.id)).toMatchObject({ ativo: true });
  });

  it('let an admin deactivate another one', async () => {
    const other = await makeUser(server, { is_admin: true });
    expect(await put(other.id, 'desativar')).toMatchObject({ status: 200, body: { ativo: false } });
  });
});
