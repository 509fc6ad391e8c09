import { readFile } from 'node:fs/promises';
import { emails } from '@esteira/db/schema/platform/emails';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct, makeUser, type TestUser } from '../testing/makers';
import { createTestServer, type TestServer } from '../testing/server';
import { createMetrics } from './metrics';
import { serveMetrics } from './metrics-server';

const MONITORING = new URL('../../../docker/monitoring/', import.meta.url);

const metrics = createMetrics();
let server: TestServer;
let user: TestUser;
let served: Awaited<ReturnType<typeof serveMetrics>>;

beforeAll(async () => {
  server = await createTestServer({
    background: { handlers: {} },
    app: { onResponse: metrics.observeRequest },
    deps: { countActivity: metrics.countActivity },
  });
  user = await makeUser(server);
  metrics.watch({
    database: { db: server.db, countConnections: () => ({ busy: 3, waiting: 1 }) },
    changes: server.deps.changes,
    countOverdueBuyers: async () => 0,
    countSockets: async () => 7,
  });
  served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 }, () => undefined);
});
afterAll(async () => {
  await served.close();
  await server.close();
});

const scrape = async () => (await fetch(`http://127.0.0.1:${served.port}/metrics`)).text();

describe('GET /metrics', () => {
  it('tells requests by route and status, and neither ids nor addresses that somebody made up', async () => {
    const product = await makeProduct(server, user);
    const { token } = user;
    await server.call('DELETE', `/api/produtos/${product.id}`, { token });
    await server.call('GET', '/trpc/orders.counts?input=%7B%7D', { token });
    await server.call('GET', '/trpc/orders.counts,products.list?batch=1', { token });
    for (let n = 0; n < 30; n += 1) {
      for (const path of ['/made/up', '/trpc/made.up', '/api/made/up'])
        await server.call('GET', `${path}${n}`, { token });
    }
    const text = await scrape();
    const found = [...text.matchAll(/^esteira_http_\S*_count\{(.*?)\}/gm)];
    const routes = found.map(([, labels]) => labels ?? '');
    expect(routes).toContain('method="DELETE",route="/api/produtos/:id",status="204"');
    expect(routes).toContain('method="GET",route="orders.counts",status="200"');
    expect(routes.filter((route) => route.includes('route="batch"'))).toHaveLength(1);
    expect(routes.filter((route) => route.includes('status="404"')).length).toBeLessThanOrEqual(3);
    expect(text).not.toMatch(/made|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).not.toContain(user.email);
  });

  it('tells notifications that were dropped by the reason', async () => {
    metrics.countDropped('account');
    expect(await scrape()).toContain('esteira_notifications_dropped_total{reason="account"} 1');
  });

  it('tells what concerns security, each refusal too', async () => {
    const body = { email: 'ninguem@exemplo.com.br', senha: 'errada errada' };
    for (let count = 0; count < 3; count += 1) await server.call('POST', '/api/auth/login', { body });
    const text = await scrape();
    const total = 'esteira_security_events_total';
    expect(text).toContain(`${total}{act="senha_incorreta",result="negado"} 3`);
    expect(text).toContain(`${total}{act="entrada",result="ok"} 1`);
  });

  it('tells calls to marketplaces by operation and outcome', async () => {
    const call = { service: 'amazon', operation: 'readOrder', reason: null, milliseconds: 300 } as const;
    metrics.observeCall({ ...call, outcome: 'ok' });
    metrics.observeCall({ ...call, outcome: new AdapterError('rate_limited', 'x').kind });
    const text = await scrape();
    const named =
      'esteira_marketplace_call_duration_seconds_count{marketplace="amazon",operation="readOrder"';
    expect(text).toContain(`${named},outcome="ok"} 1`);
    expect(text).toContain(`${named},outcome="rate_limited"} 1`);
  });

  it('tells the pool, the queue, open streams and connections, and how late the event loop is', async () => {
    await server.deps.jobs.send(server.db, 'orders-poll', {
      conta_id: 1,
      usuario_id: user.id,
      marketplace: 'amazon',
    });
    metrics.countFailure('polls');
    const text = await scrape();
    for (const line of [
      'esteira_database_connections{state="busy"} 3',
      'esteira_database_connections{state="waiting"} 1',
      'esteira_jobs{kind="orders-poll",state="created"} 1',
      'esteira_live_streams 0',
      'esteira_http_connections 7',
      'esteira_background_failures_total{work="polls"} 1',
    ])
      expect(text).toContain(line);
    expect(text).toMatch(/^esteira_job_age_seconds\{kind="orders-poll"\} \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  });

  it('tells e-mails by how they ended, how many wait and for how long', async () => {
    const criado_em = new Date(Date.now() - 90_000).toISOString();
    const letter = { tipo: 'senha_alterada', conteudo: 'x', criado_em } as const;
    await server.db
      .insert(emails)
      .values({ ...letter, proxima_tentativa: criado_em, desistir_em: criado_em });
    metrics.countMail('sent');
    metrics.countMail('deferred');
    metrics.countMail('deferred');
    const text = await scrape();
    expect(text).toContain('esteira_mails_total{outcome="sent"} 1');
    expect(text).toContain('esteira_mails_total{outcome="deferred"} 2');
    expect(text).toContain('esteira_mails_waiting 1');
    const age = Number(/^esteira_mail_age_seconds (\S+)$/m.exec(text)?.[1]);
    expect(age).toBeGreaterThanOrEqual(90);
    expect(age).toBeLessThan(300);
  });

  it.each(['alerts.yaml', 'grafana-dashboard.json'])('has every figure that %s asks for', async (file) => {
    const asked = await readFile(new URL(file, MONITORING), 'utf8');
    const names = new Set(asked.match(/\b(?:esteira|nodejs|process)_\w+/g));
    const text = await scrape();
    const told = [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    expect(names.size).toBeGreaterThan(5);
    expect(told).toEqual(expect.arrayContaining([...names]));
  });

  it('is the only thing there', async () => {
    const other = await fetch(`http://127.0.0.1:${served.port}/`);
    expect(other.status).toBe(404);
  });
});
