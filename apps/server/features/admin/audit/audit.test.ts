import { adminActs } from '@esteira/db/schema/accounts/admin-acts';
import { users } from '@esteira/db/schema/accounts/users';
import { newId } from '@esteira/db/schema/columns';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAudit } from '../../../testing/empty-audit';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { forgetOldActs } from './service';

let server: TestServer;
let admin: TestUser;
let seller: TestUser;
beforeAll(async () => {
  server = await createTestServer({ background: { handlers: {} } });
  admin = await makeUser(server, { is_admin: true, nome: 'Adélia' });
});
afterAll(() => server.close());
beforeEach(async () => {
  await emptyAudit(server.db);
  seller = await makeUser(server, { nome: 'Rui' });
});

const act = (path: string, token = admin.token) =>
  server.call('PUT', `/api/admin/usuario/${path}`, { token });
const list = async (input = '{}', token = admin.token) =>
  server.call('GET', `/trpc/admin.audit?input=${encodeURIComponent(input)}`, { token });
const acts = async () => (await list()).body.result.data.itens;

describe('what an admin does', () => {
  it('is told, newest first, with who, to whom, when and from where', async () => {
    for (const path of ['desativar', 'ativar', 'tornar-admin']) {
      expect((await act(`${seller.id}/${path}`)).status).toBe(200);
    }
    const entry = (ato: string) => ({
      id: expect.any(String),
      ato,
      admin_nome: 'Adélia',
      alvo_nome: 'Rui',
      alvo_email: seller.email,
      detalhe: null,
      ip: '127.0.0.1',
      feito_em: expect.any(String),
    });
    expect(await acts()).toEqual(['usuario_promovido', 'usuario_ativado', 'usuario_desativado'].map(entry));
  });

  it('is recorded once, however often it is asked for, and not where it is refused', async () => {
    await Promise.all([1, 2, 3].map(() => act(`${seller.id}/desativar`)));
    await act(`${admin.id}/desativar`);
    await act('00000000-0000-7000-8000-000000000000/ativar');
    expect(await acts()).toHaveLength(1);
  });

  it('does not happen where it cannot be recorded', async () => {
    await server.db.execute(sql`ALTER TABLE auditoria ADD CONSTRAINT nada CHECK (false) NOT VALID`);
    expect((await act(`${seller.id}/desativar`)).status).toBe(500);
    await server.db.execute(sql`ALTER TABLE auditoria DROP CONSTRAINT nada`);
    const [row] = await server.db.select({ ativo: users.ativo }).from(users).where(eq(users.id, seller.id));
    expect(row).toEqual({ ativo: true });
  });

  it('tells why somebody was deactivated, where the admin said so', async () => {
    const deactivate = (motivo: unknown) =>
      server.call('PUT', `/api/admin/usuario/${seller.id}/desativar`, {
        token: admin.token,
        body: { motivo },
      });
    expect(await deactivate('x')).toMatchObject({
      status: 422,
      body: { erros: [{ campo: 'motivo', mensagem: 'Explique o motivo' }] },
    });
    for (const motivo of ['Conta invadida', '', null]) {
      expect(await deactivate(motivo)).toMatchObject({ status: 200, body: { ativo: false } });
      await act(`${seller.id}/ativar`);
    }
    const told: { ato: string; detalhe: string | null }[] = await acts();
    expect(told.filter(({ ato }) => ato === 'usuario_desativado').map(({ detalhe }) => detalhe)).toEqual([
      null,
      null,
      'Conta invadida',
    ]);
  });

  it('takes the reason of a deactivation afterwards, once and of the admin who deactivated', async () => {
    const explain = (motivo: string, token = admin.token) =>
      server.call('PUT', `/api/admin/usuario/${seller.id}/desativar`, { token, body: { motivo } });
    const other = await makeUser(server, { is_admin: true });
    await act(`${seller.id}/desativar`);
    for (const [motivo, token] of [
      ['De outro', other.token],
      ['Conta invadida', admin.token],
      ['Outro motivo', admin.token],
    ] as const) {
      expect(await explain(motivo, token)).toMatchObject({ status: 200, body: { ativo: false } });
    }
    const told: { ato: string; detalhe: string | null }[] = await acts();
    const last = told.filter(({ ato }) => ato === 'usuario_desativado');
    expect(last[0]?.detalhe).toBe('Conta invadida');
    await act(`${seller.id}/ativar`);
  });

  it('is told of a job that is tried again, by what the job does', async () => {
    const job = { tipo: 'orders-poll', chave: '', usuario_id: seller.id, marketplace: 'amazon' } as const;
    const [failed] = await server.db
      .insert(jobs)
      .values({ ...job, dados: {}, situacao: 'falhou' })
      .returning();
    const body = { id: failed?.id };
    expect((await server.call('POST', '/trpc/jobs.retry', { token: admin.token, body })).status).toBe(200);
    expect(await acts()).toMatchObject([
      { ato: 'tarefa_repetida', alvo_nome: null, detalhe: 'Buscar pedidos novos' },
    ]);
  });

  it('is forgotten after five years and not before, and is not changed or deleted otherwise', async () => {
    const add = (years: number) => {
      const at = new Date();
      at.setUTCFullYear(at.getUTCFullYear() - years);
      at.setUTCDate(at.getUTCDate() - 2);
      const row = { ato: 'usuario_ativado', ip: '', id: newId(at), feito_em: at.toISOString() } as const;
      return server.db.insert(adminActs).values({ ...row, admin_id: admin.id, detalhe: `${years}` });
    };
    await add(5);
    await add(4);
    await forgetOldActs(server.deps);
    expect((await acts()).map(({ detalhe }: { detalhe: string }) => detalhe)).toEqual(['4']);
    const appendOnly = { cause: { code: '23001' } };
    await expect(server.db.delete(adminActs)).rejects.toMatchObject(appendOnly);
    await expect(server.db.update(adminActs).set({ ip: '::1' })).rejects.toMatchObject(appendOnly);
    await expect(server.db.update(adminActs).set({ detalhe: 'Outro' })).rejects.toMatchObject(appendOnly);
  });

  it('comes page by page, and to admins alone', async () => {
    for (const path of ['desativar', 'ativar', 'desativar']) await act(`${seller.id}/${path}`);
    const first = (await list('{"limite":2}')).body.result.data;
    const rest = (await list(JSON.stringify({ limite: 2, cursor: first.proximo_cursor }))).body.result.data;
    expect([first.itens.length, rest.itens.length, rest.proximo_cursor]).toEqual([2, 1, null]);
    await act(`${seller.id}/ativar`);
    expect((await list('{}', seller.token)).status).toBe(403);
  });
});
