import { newId } from '@esteira/db/schema/columns';
import { jobs } from '@esteira/db/schema/platform/jobs';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';

const call = (server: TestServer, user: TestUser, procedure: string, input: object) =>
  server.call('GET', `/trpc/jobs.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    token: user.token,
  });

const retry = (server: TestServer, user: TestUser, id: string) =>
  server.call('POST', '/trpc/jobs.retry', { token: user.token, body: { id } });

describe('while every marketplace is simulated', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it('there are no jobs', async () => {
    const admin = await makeUser(server, { is_admin: true });
    const list = await call(server, admin, 'list', {});
    expect(list.body.result.data).toEqual({ itens: [], proximo_cursor: null });
    expect((await call(server, admin, 'counts', {})).body.result.data).toEqual({ total: 0, falharam: 0 });
    const answer = await retry(server, admin, newId());
    expect([answer.status, answer.body.error.message]).toEqual([404, 'Tarefa não encontrada']);
  });

  it('a seller is told nothing of jobs', async () => {
    const seller = await makeUser(server);
    const answers = [
      await call(server, seller, 'list', {}),
      await call(server, seller, 'counts', {}),
      await retry(server, seller, newId()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

describe('the jobs that are not done', () => {
  let server: TestServer;
  let admin: TestUser;
  let failWith: unknown = null;

  beforeAll(async () => {
    server = await createTestServer({
      background: {
        handlers: {
          'stock-push': async () => {
            if (failWith !== null) throw failWith;
          },
        },
      },
    });
    server.background?.start(server.deps);
    admin = await makeUser(server, { is_admin: true });
  });
  afterAll(() => server.close());

  const list = async (input: object = {}) => (await call(server, admin, 'list', input)).body.result.data;

  async function failedJob(error: unknown, situacao: string) {
    await server.db.delete(jobs);
    const seller = await makeUser(server, { nome: 'Maria' });
    const product = await makeProduct(server, seller, { nome: 'Caneca' });
    failWith = error;
    await server.deps.jobs.send(server.db, 'stock-push', {
      conta_id: 1,
      usuario_id: seller.id,
      produto_id: product.id,
      marketplace: 'mercadolivre',
    });
    await vi.waitFor(async () => expect((await list()).itens).toMatchObject([{ situacao }]), {
      timeout: 10_000,
    });
    return (await list()).itens[0];
  }

  it('tell what failed, for whom and why', async () => {
    const job = await failedJob(new AdapterError('forbidden', 'Sem permissão'), 'falhou');
    expect(job).toEqual({
      id: expect.any(String),
      situacao: 'falhou',
      tarefa: 'Enviar estoque',
      assunto: 'Caneca',
      marketplace: 'mercadolivre',
      usuario_nome: 'Maria',
      tentativas: 1,
      mensagem: 'Sem permissão',
      proxima_tentativa: null,
    });
    const counts = await call(server, admin, 'counts', {});
    expect(counts.body.result.data).toEqual({ total: 1, falharam: 1 });
  });

  it('tell when the next try is, and who has to do something before it', async () => {
    const retryAt = new Date(Date.now() + 3_600_000);
    const waiting = await failedJob(new AdapterError('rate_limited', 'Limite', { retryAt }), 'tentando');
    expect(Date.parse(waiting.proxima_tentativa)).toBeGreaterThanOrEqual(retryAt.getTime() - 1000);
    await failedJob(new AdapterError('reconnect_required', 'Reconecte'), 'aguardando');
  });

  it('are done once what was in the way is gone and an admin tries them again', async () => {
    const job = await failedJob(new AdapterError('forbidden', 'Sem permissão'), 'falhou');
    failWith = null;
    const answer = await retry(server, admin, job.id);
    expect(answer.body.result.data).toMatchObject({ id: job.id, situacao: 'tentando', tentativas: 0 });
    await vi.waitFor(async () => expect((await list()).itens).toEqual([]), { timeout: 10_000 });
    expect((await retry(server, admin, job.id)).status).toBe(404);
  });

  it('are all tried again at once where they failed, and the others are left as they are', async () => {
    await server.db.delete(jobs);
    const devida_em = new Date(Date.now() + 3_600_000).toISOString();
    const open = { usuario_id: newId(), marketplace: 'amazon', dados: {}, devida_em } as const;
    const failed = { ...open, situacao: 'falhou', quedas: 21, tentativas: 3, falhas: 3 } as const;
    await server.db.insert(jobs).values([
      { ...failed, tipo: 'orders-poll', chave: '1' },
      { ...failed, tipo: 'orders-poll', chave: '2' },
      { ...failed, tipo: 'orders-missed', chave: '' },
      { ...open, tipo: 'orders-poll', chave: '3', situacao: 'tentando', tentativas: 2 },
    ]);
    const retryAll = () => server.call('POST', '/trpc/jobs.retryFailed', { token: admin.token, body: {} });
    expect(await retryAll()).toMatchObject({ status: 200, body: { result: { data: { repetidas: 3 } } } });
    const left = await server.db.select().from(jobs).orderBy(jobs.chave);
    expect(left.map(({ situacao, quedas, tentativas }) => [situacao, quedas, tentativas])).toEqual([
      ['tentando', 0, 0],
      ['tentando', 0, 0],
      ['tentando', 0, 0],
      ['tentando', 0, 2],
    ]);
    expect(left.map((job) => Date.parse(job.devida_em) <= Date.now())).toEqual([true, true, true, false]);
    expect((await retryAll()).body.result.data).toEqual({ repetidas: 0 });
    const audit = await server.call('GET', '/trpc/admin.audit?input=%7B%22limite%22%3A2%7D', {
      token: admin.token,
    });
    expect(audit.body.result.data.itens.map(({ detalhe }: { detalhe: string }) => detalhe).sort()).toEqual([
      'Buscar avisos perdidos (1)',
      'Buscar pedidos novos (2)',
    ]);
  });

  it('come page by page, the dead ones first', async () => {
    await server.db.delete(jobs);
    const job = { tipo: 'orders-poll', usuario_id: newId(), marketplace: 'amazon', dados: {} } as const;
    const devida_em = new Date(Date.now() + 3_600_000).toISOString();
    const situations = ['na_fila', 'falhou', 'na_fila', 'tentando', 'falhou'] as const;
    await server.db
      .insert(jobs)
      .values(situations.map((situacao) => ({ ...job, chave: newId(), situacao, devida_em })));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ limite: 2, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.itens.map((job: { situacao: string }) => job.situacao));
      cursor = page.proximo_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(['falhou', 'falhou', 'tentando', 'na_fila', 'na_fila']);
    expect((await call(server, admin, 'list', { cursor: 'x' })).status).toBe(422);
  });
});
