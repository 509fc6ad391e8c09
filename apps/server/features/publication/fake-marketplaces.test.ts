import { queryRows } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { drainStockOutbox } from '../stock-sync/push-relay';

const harness = openTestHarness();

const EAN = '6925281974397';
const IMAGE = { imagem_url: 'https://cdn.exemplo.com.br/fone.jpg' };
/** For so many minutes nothing is asked of a listing whose creation was not answered. */
const UNANSWERED = 3;
const JBL = { marca: 'JBL', modelo: 'Tune 520', motivo_sem_ean: 'outro' };

async function makeShop(fields: Record<string, unknown> = {}) {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, {
    nome: 'Fone de ouvido sem fio',
    sku,
    ...IMAGE,
    ...fields,
  });
  const act = async (path: string, method = 'POST', body?: object) => {
    const answer = await harness.server.call(method, `/api/${path.replace(':id', product.id)}`, {
      token: user.token,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  const edit = async (changes: object) => {
    const [stored] = await act('produtos', 'GET');
    await act('produtos/:id', 'PUT', { ...stored, ...changes });
  };
  const state = async (marketplace: Marketplace) => {
    const input = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
    const { itens } = (await act(`../trpc/publication.states?input=${input}`, 'GET')).result.data;
    return itens.find((item: { marketplace: string }) => item.marketplace === marketplace) ?? null;
  };
  return { user, product, sku, act, edit, state };
}

/** Lets time pass, and does the jobs that are due then. */
function workLater(minutes: number): Promise<unknown[]> {
  harness.later(minutes);
  return harness.work();
}

/** Pushes what is in the outbox, as after the delay that joins a burst of sales; answers what was rejected. */
async function pushStock(): Promise<unknown[]> {
  await queryRows(harness.server.db, sql`UPDATE envios_estoque SET devido_em = now() - interval '1 second'`);
  await drainStockOutbox(harness.server.deps);
  return harness.work();
}

it('Mercado Livre: from a refusal through publication, edit, pause and return to the end', async () => {
  const shop = await makeShop();
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  const refused = await shop.state('mercadolivre');
  expect(refused).toMatchObject({ status: 'erro', motivo: expect.stringMatching(/Marca/) });
  expect(harness.fakes.ml.items(shop.user.mlId)).toEqual([]);

  await shop.edit({ ficha: JBL });
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  const [item] = harness.fakes.ml.items(shop.user.mlId);
  if (item === undefined) throw new Error('nothing was published');
  harness.fakes.ml.finishPictures(item.id);
  await workLater(1);
  expect(await shop.state('mercadolivre')).toMatchObject({
    status: 'publicado',
    motivo: null,
    url: expect.stringMatching(/^https:/),
  });
  expect((await shop.act('produtos', 'GET'))[0].publicado_ml).toBe(true);

  await shop.edit({ preco_venda_ml: 99.9 });
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.item(item.id).price).toBe(99.9);
  await shop.act('mercadolivre/despublicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.item(item.id)).toMatchObject({ status: 'paused' });
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.item(item.id)).toMatchObject({ status: 'active' });
  await shop.act('produtos/:id', 'DELETE');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toMatchObject([{ id: item.id, status: 'closed' }]);
});

it('Mercado Livre: an answer that is lost makes no second listing', async () => {
  const shop = await makeShop({ ficha: JBL });
  await shop.act('mercadolivre/publicar/:id');
  harness.fakes.ml.fail({ method: 'POST', path: /^\/items$/, failure: 'lose_answer' });
  expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  expect(await shop.state('mercadolivre')).toMatchObject({ status: 'na_fila', motivo: expect.any(String) });
  expect(harness.fakes.ml.items(shop.user.mlId)).toHaveLength(1);
  await shop.act('mercadolivre/publicar/:id');
  expect(await workLater(UNANSWERED)).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toHaveLength(1);
  expect(await shop.state('mercadolivre')).toMatchObject({
    status: expect.stringMatching(/publicado|processando/),
  });
});

it('Mercado Livre: a listing with the SKU that was made elsewhere is left as it is, whatever is asked for', async () => {
  const shop = await makeShop({ ficha: JBL });
  const id = harness.fakes.ml.seedListing(shop.user.mlId, { sku: shop.sku });
  const before = structuredClone(harness.fakes.ml.item(id));
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('mercadolivre')).toMatchObject({
    status: 'erro',
    motivo: 'Já existe um anúncio com este SKU nesta conta.',
  });
  await shop.edit({ nome: unique('Outro fone') });
  await shop.act('mercadolivre/despublicar/:id');
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  await shop.act('produtos/:id', 'DELETE');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toEqual([before]);
  harness.fakes.ml.assertNoWrites(shop.user.mlId);
});

it('Mercado Livre: taking off what a lost answer may have made leaves a listing of before alone', async () => {
  const shop = await makeShop({ ficha: JBL });
  await shop.act('mercadolivre/publicar/:id');
  harness.fakes.ml.fail({ path: /\/items\/search$/, failure: { status: 503 } });
  expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  const id = harness.fakes.ml.seedListing(shop.user.mlId, { sku: shop.sku });
  const before = structuredClone(harness.fakes.ml.item(id));
  await shop.act('mercadolivre/despublicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toEqual([before]);
  harness.fakes.ml.assertNoWrites(shop.user.mlId);
});

it('Mercado Livre: taking a listing off whose answer was lost finds and pauses it', async () => {
  const shop = await makeShop({ ficha: JBL });
  await shop.act('mercadolivre/publicar/:id');
  harness.fakes.ml.fail({ method: 'POST', path: /^\/items$/, failure: 'lose_answer' });
  await harness.work();
  await shop.act('mercadolivre/despublicar/:id');
  expect(await workLater(UNANSWERED)).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toMatchObject([{ status: 'paused' }]);
  expect(await shop.state('mercadolivre')).toMatchObject({ status: 'pausado' });
});

it.each([
  ['mercadolivre/despublicar/:id', 'POST', 'paused'],
  ['produtos/:id', 'DELETE', 'closed'],
])(
  'Mercado Livre: %s ends what a lost answer made in place of a listing that was closed there',
  async (...asked) => {
    const [path, method, ended] = asked;
    const shop = await makeShop({ ficha: JBL });
    await shop.act('mercadolivre/publicar/:id');
    expect(await harness.work()).toEqual([]);
    for (const item of harness.fakes.ml.items(shop.user.mlId)) item.status = 'closed';
    await harness.jobs.send(harness.server.db, 'listing-check', {
      ...{ usuario_id: shop.user.id, produto_id: shop.product.id, marketplace: 'mercadolivre', conta_id: 1 },
    });
    expect(await harness.work()).toEqual([]);
    await shop.act('mercadolivre/publicar/:id');
    harness.fakes.ml.fail({ method: 'POST', path: /^\/items$/, failure: 'lose_answer' });
    expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
    await shop.act(path, method);
    expect(await workLater(UNANSWERED)).toEqual([]);
    expect(harness.fakes.ml.items(shop.user.mlId)).toMatchObject([{ status: 'closed' }, { status: ended }]);
  },
);

it('Mercado Livre: once a listing is in Full its stock is not sent any more, and the seller reads why', async () => {
  const shop = await makeShop({ ficha: JBL, estoque: 10 });
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  const [item] = harness.fakes.ml.items(shop.user.mlId);
  if (item === undefined) throw new Error('nothing was published');
  Object.assign(item, { logistic_type: 'fulfillment', available_quantity: 40 });
  await shop.edit({ estoque: 3 });
  expect(await pushStock()).toEqual([]);
  expect(item.available_quantity).toBe(40);
  const { avisos } = await shop.state('mercadolivre');
  expect(avisos).toContain('O estoque deste anúncio é do Full.');
  item.logistic_type = 'xd_drop_off';
  await shop.edit({ estoque: 4 });
  expect(await pushStock()).toEqual([]);
  expect(item.available_quantity).toBe(4);
  expect((await shop.state('mercadolivre')).avisos).not.toContain('O estoque deste anúncio é do Full.');
});

it('Mercado Livre: an account that keeps its stock at one depot publishes and is told stock there', async () => {
  const shop = await makeShop({ ficha: JBL, estoque: 10 });
  harness.fakes.ml.setDepots(shop.user.mlId, [{ store_id: '100', network_node_id: 'NODE-100' }]);
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toEqual([]);
  await shop.edit({ estoque: 4 });
  expect(await pushStock()).toEqual([]);
  expect(harness.fakes.ml.items(shop.user.mlId)).toMatchObject([{ available_quantity: 4 }]);
  expect(harness.fakes.ml.calls('PUT', /seller_warehouse$/)).not.toHaveLength(0);
});

it('an account that may not list stops all that waits, and each says why', async () => {
  const shop = await makeShop({ ficha: JBL });
  const other = await makeProduct(harness.server, shop.user, {
    nome: 'Fone de ouvido',
    ...IMAGE,
    ficha: JBL,
  });
  harness.fakes.ml.blockListing(shop.user.mlId, ['address_pending']);
  await shop.act('mercadolivre/publicar/:id');
  await shop.act(`mercadolivre/publicar/${other.id}`);
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('mercadolivre')).toMatchObject({
    status: 'erro',
    motivo: expect.stringContaining('não permite que esta conta anuncie agora'),
  });
  expect(harness.fakes.ml.items(shop.user.mlId)).toEqual([]);
});

it('an account that has to be connected again leaves the listing in line, with the reason', async () => {
  const shop = await makeShop({ ficha: JBL });
  harness.fakes.ml.revoke(shop.user.mlId);
  await harness.server.db
    .update(connections)
    .set({ expira_em: new Date(harness.now.getTime() - 1_000).toISOString() })
    .where(eq(connections.vendedor_id, shop.user.mlId));
  await shop.act('mercadolivre/publicar/:id');
  expect(await harness.work()).toMatchObject([{ kind: 'reconnect_required' }]);
  expect(await shop.state('mercadolivre')).toMatchObject({ status: 'na_fila', motivo: expect.any(String) });
  const again = await harness.server.call('POST', `/api/mercadolivre/publicar/${shop.product.id}`, {
    token: shop.user.token,
  });
  expect([again.status, again.body.detail]).toEqual([
    409,
    'Reconecte sua conta Mercado Livre na página Integrações antes de publicar',
  ]);
});

it('Amazon takes an EAN, accepts, and has it on sale at the third look', async () => {
  const shop = await makeShop();
  harness.fakes.amazon.addCatalogItem({
    asin: 'B08N5WRWNW',
    ean: EAN,
    titulo: 'Fone JBL Tune 520',
    marca: 'JBL',
  });
  await shop.act('amazon/publicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('amazon')).toMatchObject({
    status: 'erro',
    motivo: expect.stringContaining('precisa de um EAN'),
  });

  await shop.edit({ ficha: { ...JBL, ean: EAN } });
  await shop.act('amazon/publicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('amazon')).toMatchObject({ status: 'processando' });
  const statuses: string[] = [];
  for (const minutes of [1, 1, 3]) {
    expect(await workLater(minutes)).toEqual([]);
    statuses.push((await shop.state('amazon')).status);
  }
  expect(statuses).toEqual(['processando', 'processando', 'publicado']);
  expect((await shop.act('produtos', 'GET'))[0].publicado_amazon).toBe(true);
  expect(harness.fakes.amazon.listingsOf(shop.user.amazonId).map(({ sku }) => sku)).toEqual([shop.sku]);

  await shop.act('amazon/despublicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('amazon')).toMatchObject({ status: 'pausado' });
  await shop.act('produtos/:id', 'DELETE');
  expect(await harness.work()).toEqual([]);
  expect(harness.fakes.amazon.listingsOf(shop.user.amazonId)).toEqual([]);
});

it('Amazon: what this account may not sell is refused with the reason', async () => {
  const ean = '7891000100103';
  const shop = await makeShop({ ficha: { ...JBL, ean } });
  const item = { asin: 'B000000001', ean, titulo: 'Fone JBL Tune 520', marca: 'JBL' };
  harness.fakes.amazon.addCatalogItem({ ...item, restricao: 'APPROVAL_REQUIRED' });
  await shop.act('amazon/publicar/:id');
  expect(await harness.work()).toEqual([]);
  expect(await shop.state('amazon')).toMatchObject({
    status: 'erro',
    motivo: expect.stringContaining('exige aprovação'),
  });
});
