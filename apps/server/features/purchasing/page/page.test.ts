import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { users } from '@esteira/db/schema/accounts/users';
import { orders } from '@esteira/db/schema/orders/orders';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPackedPdfRuns } from '../../../testing/files/pdf-text';
import { makeUser, type TestUser } from '../../../testing/makers';
import { createTestServer, type TestServer } from '../../../testing/server';
import { callProcedure, makeOrderAfter, makeShop } from '../testing/orders';
import { createLook } from './html';
import { MAX_OPENINGS_PER_MINUTE } from './route';
import { MAX_PAGES_PER_HOUR, PAGE_VALID_MS } from './service';

let server: TestServer;
let elapsedMs = 0;
const lines: string[] = [];
beforeAll(async () => {
  server = await createTestServer({
    deps: { clock: () => new Date(Date.now() + elapsedMs) },
    app: { logger: { level: 'trace', stream: { write: (line: string) => lines.push(line) } } },
  });
});
afterAll(() => server.close());

async function makePage(user: TestUser, fornecedor_id: string, pedidos: string[]) {
  return callProcedure(server, user, {
    ...{ path: 'purchasing.createPage', kind: 'mutation' },
    input: { fornecedor_id, pedidos },
  });
}

/** Another address each time: openings are limited by it. */
let host = 0;
async function open(url: string) {
  host += 1;
  const { pathname, search } = new URL(url);
  const answer = await server.app.inject({
    ...{ method: 'GET', url: pathname + search },
    remoteAddress: `10.1.${host >> 8}.${host & 255}`,
  });
  const { statusCode: status, payload: text, headers, rawPayload: bytes } = answer;
  return { status, text, headers, bytes };
}

async function makeOpenPage(steps = 2) {
  const user = await makeUser(server, { nome: 'Loja <da> Ana & Cia' });
  const shop = await makeShop(server, user);
  const id = await makeOrderAfter(server, user, { ...shop, steps });
  const { data } = await makePage(user, shop.supplier.id, [id]);
  return { user, shop, id, url: data.url as string, data };
}

const GONE = 'Esta lista não está mais disponível';

it('opens without a login and shows the chosen orders, their buyers and labels, and no other', async () => {
  const { user, shop, id, url } = await makeOpenPage();
  const later = await makeOrderAfter(server, user, { ...shop, steps: 2 });
  const [chosen, other] = await Promise.all(
    [id, later].map(async (pedido) => {
      const [row] = await server.db
        .select()
        .from(orders)
        .where(and(eq(orders.usuario_id, user.id), eq(orders.id, pedido)));
      return row;
    }),
  );
  const { status, text } = await open(url);
  expect(status).toBe(200);
  for (const shown of [
    chosen?.ml_order_id,
    chosen?.cliente_nome,
    `SKU-${shop.supplier.id}`,
    'R$\u00a025,00',
  ]) {
    expect(text).toContain(shown);
  }
  expect(text).toContain('Loja &lt;da&gt; Ana &amp; Cia');
  expect(text).not.toContain(other?.ml_order_id);
  const label = /href="([^"]+etiquetas[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await open(label)).headers['content-type']).toBe('application/pdf');
});

const pdfOf = (page: string) =>
  /href="([^"]+pedido\.pdf[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';

it('opens as a PDF for printing by the same signature, without what must not be shipped', async () => {
  const { user, shop, id } = await makeOpenPage();
  const stopped = await makeOrderAfter(server, user, { ...shop, steps: 2 });
  const { data } = await makePage(user, shop.supplier.id, [id, stopped]);
  const address = pdfOf((await open(data.url)).text);
  const read = async () => {
    const { status, headers, bytes } = await open(address);
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    return readPackedPdfRuns(bytes).join('\n');
  };
  expect(await read()).toContain('Entregas (2)');
  const cancel = (pedido: string) =>
    server.db
      .update(orders)
      .set({ status: 'cancelado' })
      .where(and(eq(orders.usuario_id, user.id), eq(orders.id, pedido)));
  await cancel(stopped);
  expect(await read()).toContain('Entregas (1)');
  await cancel(id);
  expect(pdfOf((await open(data.url)).text)).toBe('');
});

it('is set in the web app’s Inter where that is built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'esteira-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'inter-latin-wght-normal-Dx4kXJAl.woff2'), '');
  const built = createLook(folder);
  expect(built.style).toContain('src: url(/assets/inter-latin-wght-normal-Dx4kXJAl.woff2)');
  expect(createLook(join(folder, 'nothing')).style).not.toContain('@font-face');
  await rm(folder, { recursive: true });
});

it('names the shop as who sells, where it has a name', async () => {
  const { user, url } = await makeOpenPage();
  await server.db.update(users).set({ nome_loja: 'Loja do Rio' }).where(eq(users.id, user.id));
  const { text } = await open(url);
  expect(text).toContain('De <strong>Loja do Rio</strong> para');
  expect(text).not.toContain('Ana &amp; Cia');
});

it('keeps search engines, caches, scripts and referrers off', async () => {
  const { url } = await makeOpenPage();
  const { headers, text } = await open(url);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^;]+'; font-src 'self'; base-uri 'none'/,
  );
  expect(text).not.toMatch(/<script|<link|<form| style="| on\w+="/);
});

it('lets no name or address become markup', async () => {
  const { user, id, url } = await makeOpenPage();
  const cliente_endereco = `Rua "A" <img src=x onerror=alert(1)> & 'B'`;
  await server.db
    .update(orders)
    .set({ cliente_endereco, cliente_nome: '</li><script>1</script>' })
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));
  const { text } = await open(url);
  expect(text).not.toMatch(/<img|<script/);
  expect(text).toContain('Rua &quot;A&quot; &lt;img src=x onerror=alert(1)&gt; &amp; &#39;B&#39;');
});

it.each([
  ['cancelado', 'Cancelado: não envie este pedido.'],
  ['pendente', 'Suspenso pelo vendedor: não envie este pedido.'],
] as const)('warns of an order that is %s by now, without its label or its cost', async (status, warning) => {
  const { user, id, url } = await makeOpenPage();
  await server.db
    .update(orders)
    .set({ status })
    .where(and(eq(orders.usuario_id, user.id), eq(orders.id, id)));
  const { text } = await open(url);
  expect(text).toContain(warning);
  expect(text).not.toContain('etiquetas/');
  expect(text).not.toContain('R$\u00a025,00');
});

it('is gone, politely, when it expired, was revoked, or its seller or supplier is gone', async () => {
  const ways: ((page: Awaited<ReturnType<typeof makeOpenPage>>) => Promise<unknown>)[] = [
    async () => {
      elapsedMs += PAGE_VALID_MS + 1000;
    },
    ({ user, shop }) =>
      callProcedure(server, user, {
        ...{ path: 'purchasing.revokePages', kind: 'mutation' },
        input: { fornecedor_id: shop.supplier.id },
      }),
    ({ user }) => server.db.update(users).set({ ativo: false }).where(eq(users.id, user.id)),
    async ({ user, shop }) => {
      await server.call('DELETE', `/api/produtos/${shop.product.id}`, { token: user.token });
      await server.call('DELETE', `/api/fornecedores/${shop.supplier.id}`, { token: user.token });
    },
  ];
  for (const end of ways) {
    const page = await makeOpenPage();
    const pdf = pdfOf((await open(page.url)).text);
    await end(page);
    const { status, text, headers } = await open(page.url);
    expect([status, headers['content-type']]).toEqual([410, 'text/html; charset=utf-8']);
    expect(text).toContain(GONE);
    expect(text).not.toContain(page.shop.supplier.nome);
    expect(await open(pdf)).toMatchObject({ status: 410, text });
  }
  elapsedMs = 0;
});

it('opens by its own signature only', async () => {
  const { url, user } = await makeOpenPage();
  const { url: other } = await makeOpenPage();
  const [address, theirs] = [new URL(url), new URL(other)];
  const forged = [
    url.replace(/\?.*/, '/pedido.pdf'),
    `${address.origin}${address.pathname}/pedido.pdf${theirs.search}`,
    url.replace(/assinatura=.*/, 'assinatura=AAAA'),
    url.replace(/assinatura=.*/, ''),
    url.replace(/expira=\d+/, `expira=${Date.now() + 10 * PAGE_VALID_MS}`),
    `${address.origin}${address.pathname}${theirs.search}`,
    `${address.origin}/api/compras/paginas/${user.id}/x${address.search}`,
    // A label's link is signed with another key.
    `${address.origin}${address.pathname}?${server.deps.labelLinks.sign(address.pathname)}`,
  ];
  for (const attempt of forged) {
    const { status, text } = await open(attempt);
    expect([status, text.includes(GONE)], attempt).toEqual([410, true]);
  }
});

it('shows no order of another supplier or seller, even when it was asked to', async () => {
  const [mine, theirs] = [await makeOpenPage(), await makeOpenPage()];
  const second = await makeShop(server, mine.user);
  const foreign = await makeOrderAfter(server, mine.user, { ...second, steps: 2 });
  const only = await makePage(mine.user, mine.shop.supplier.id, [mine.id, mine.id, foreign, theirs.id, 'x']);
  expect((await open(only.data.url)).text).toContain('Entregas (1)');
  expect((await makePage(mine.user, mine.shop.supplier.id, [foreign])).status).toBe(404);
  expect((await makePage(mine.user, theirs.shop.supplier.id, [theirs.id])).status).toBe(404);
  const revoke = { path: 'purchasing.revokePages', kind: 'mutation' } as const;
  const refused = await callProcedure(server, mine.user, {
    ...revoke,
    input: { fornecedor_id: theirs.shop.supplier.id },
  });
  expect(refused.status).toBe(404);
  expect((await open(theirs.url)).status).toBe(200);
});

it('limits how many are made, and how often they are opened', async () => {
  const { user, shop, id, url } = await makeOpenPage();
  for (let made = 1; made < MAX_PAGES_PER_HOUR; made += 1) await makePage(user, shop.supplier.id, [id]);
  expect((await makePage(user, shop.supplier.id, [id])).status).toBe(429);
  const { pathname, search } = new URL(url);
  const statuses = new Set<number>();
  for (let opened = 0; opened <= MAX_OPENINGS_PER_MINUTE; opened += 1) {
    statuses.add((await server.call('GET', pathname + search)).status);
  }
  expect([...statuses]).toEqual([200, 429]);
});

it('counts a PDF as six openings', async () => {
  const { url } = await makeOpenPage();
  const pdf = new URL(pdfOf((await open(url)).text));
  const statuses: number[] = [];
  for (let opened = 0; opened <= MAX_OPENINGS_PER_MINUTE / 6; opened += 1) {
    const answer = await server.app.inject({
      ...{ method: 'GET', url: pdf.pathname + pdf.search, remoteAddress: '10.2.0.1' },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

it('leaves neither signatures nor buyers in the log', async () => {
  const { url } = await makeOpenPage();
  lines.length = 0;
  const { text } = await open(url);
  const log = lines.join('');
  expect(log).toContain('/api/compras/paginas/');
  expect(log).not.toContain(new URL(url).searchParams.get('assinatura'));
  expect(log).not.toContain(/<p>([^<]+)<br>/.exec(text)?.[1]);
});
