import { queryRows } from '@esteira/db/database';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { UNSENT_CHANGES_WARNING } from '@esteira/domain/products/listing-warnings';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { addHeldPage, makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { drainStockOutbox } from '../stock-sync/push-relay';

const harness = openTestHarness();

const EAN = '6925281974397';
const UNSENT = UNSENT_CHANGES_WARNING.mensagem;

/** A product that was published on the marketplace. */
async function makeShop(marketplace: Marketplace) {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const product = await makeProduct(harness.server, user, {
    nome: unique('Fone de ouvido'),
    sku: unique('SKU'),
    estoque: 10,
    imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
    ficha: { marca: 'JBL', modelo: 'Tune 520', ean: EAN },
  });
  const act = async (method: string, path: string, body?: object) => {
    const request = { token: user.token, ...(body && { body }) };
    const answer = await harness.server.call(method, `/api/${path}`, request);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  await act('POST', `${marketplace}/publicar/${product.id}`);
  expect(await harness.work()).toEqual([]);
  const listing = { usuario_id: user.id, produto_id: product.id, marketplace, conta_id: 1 };
  return {
    user,
    edit: async (changes: object) => {
      const [stored] = await act('GET', 'produtos');
      await act('PUT', `produtos/${product.id}`, { ...stored, ...changes });
    },
    state: async () => {
      const input = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
      return (await act('GET', `../trpc/publication.states?input=${input}`)).result.data.itens[0];
    },
    /** Looks at the listing, as an announcement has it done. */
    look: async () => {
      await harness.jobs.send(harness.server.db, 'listing-check', listing);
      expect(await harness.work()).toEqual([]);
    },
  };
}

function itemOf({ user }: Awaited<ReturnType<typeof makeShop>>) {
  const [item] = harness.fakes.ml.items(user.mlId);
  if (item === undefined) throw new Error('nothing was published');
  return item;
}

/** Lets time pass an hour at a time, and does the jobs that are due then. */
async function passHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    harness.later(60);
    expect(await harness.work()).toEqual([]);
  }
}

/** Pushes what is in the outbox; answers what was rejected. */
async function pushStock(): Promise<unknown[]> {
  await queryRows(harness.server.db, sql`UPDATE envios_estoque SET devido_em = now() - interval '1 second'`);
  await drainStockOutbox(harness.server.deps);
  return harness.work();
}

it.each([
  { sub_status: 'held', isKnown: true },
  { sub_status: 'held', isKnown: false },
  { sub_status: 'waiting_for_patch', isKnown: true },
  { sub_status: 'waiting_for_patch', isKnown: false },
])(
  'what is changed while Mercado Livre holds the listing is sent once, when it is on sale again ($sub_status, known before: $isKnown)',
  async ({ sub_status, isKnown }) => {
    const shop = await makeShop('mercadolivre');
    const item = itemOf(shop);
    Object.assign(item, { status: 'under_review', sub_status: [sub_status] });
    if (isKnown) await shop.look();
    const nome = unique('Caixa de som');
    const price = item.price;
    await shop.edit({ nome, preco_venda_ml: 99.9 });
    expect(await harness.work()).toEqual([]);
    expect(item).toMatchObject({ price });
    expect((await shop.state()).avisos).toContain(UNSENT);

    Object.assign(item, { status: 'active', sub_status: [] });
    await passHours(1);
    expect(item).toMatchObject({ price: 99.9, family_name: nome });
    expect(await shop.state()).toMatchObject({
      status: 'publicado',
      avisos: expect.not.arrayContaining([UNSENT]),
    });

    const writes = () => harness.fakes.ml.calls('PUT').length;
    const before = writes();
    await shop.look();
    await passHours(2);
    expect(writes()).toBe(before);
  },
);

it('a price that is changed alone is sent when the review is over', async () => {
  const shop = await makeShop('mercadolivre');
  const item = itemOf(shop);
  Object.assign(item, { status: 'under_review', sub_status: ['held'] });
  await shop.edit({ preco_venda_ml: 99.9 });
  expect(await harness.work()).toEqual([]);
  expect(await shop.state()).toMatchObject({ avisos: expect.arrayContaining([UNSENT]) });
  Object.assign(item, { status: 'active', sub_status: [] });
  await passHours(1);
  expect(item.price).toBe(99.9);
});

it('the stock is sent when a review of more than 24 hours is over', async () => {
  const shop = await makeShop('mercadolivre');
  const item = itemOf(shop);
  Object.assign(item, { status: 'under_review', sub_status: ['held'] });
  await shop.look();
  await shop.edit({ estoque: 3 });
  expect(await pushStock()).toMatchObject([{ kind: 'validation' }]);
  await passHours(30);
  Object.assign(item, { status: 'active', sub_status: [] });
  await shop.look();
  expect(await pushStock()).toEqual([]);
  expect(item.available_quantity).toBe(3);
});

it('Amazon is sent what was changed while it held the listing once, though processing begins again with it', async () => {
  const release = addHeldPage(harness.fakes, EAN);
  const shop = await makeShop('amazon');
  harness.fakes.amazon.finishProcessing();
  await shop.look();
  expect(await shop.state()).toMatchObject({ status: 'erro' });
  await shop.edit({ preco_venda_amazon: 99.9 });
  expect((await shop.state()).avisos).toContain(UNSENT);

  release();
  await shop.look();
  const [offer] = harness.fakes.amazon.listingsOf(shop.user.amazonId);
  expect(JSON.stringify(offer?.attributes)).toContain('99.9');
  const patches = () =>
    harness.fakes.amazon.calls.filter(({ operation }) => operation === 'patchListingsItem');
  const before = patches().length;
  await passHours(3);
  expect(patches()).toHaveLength(before);
  expect(await shop.state()).toMatchObject({ status: 'publicado' });
});
