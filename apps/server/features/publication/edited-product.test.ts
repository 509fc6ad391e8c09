import { listings } from '@esteira/db/schema/products/listings';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';

const harness = openTestHarness();

const OLD_PICTURE = 'https://cdn.exemplo.com.br/fone.jpg';
const NEW_PICTURE = 'https://cdn.exemplo.com.br/fone-novo.jpg';

/** A product of a connected seller that is in line to be published on Mercado Livre. */
async function makeShop() {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const sku = unique('SKU');
  const product = await makeProduct(harness.server, user, {
    nome: unique('Fone de ouvido'),
    sku,
    imagem_url: OLD_PICTURE,
    ficha: { marca: 'JBL', modelo: 'Tune 520', motivo_sem_ean: 'outro' },
  });
  const act = async (method: string, path: string, body?: object) => {
    const answer = await harness.server.call(method, `/api/${path}`, {
      token: user.token,
      ...(body && { body }),
    });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  await act('POST', `mercadolivre/publicar/${product.id}`);
  return {
    sku,
    seller: user.mlId,
    /** Saves the product with some fields changed, and does the harness.jobs that follow; answers what they rejected with. */
    edit: async (changes: object) => {
      const [stored] = await act('GET', 'produtos');
      await act('PUT', `produtos/${product.id}`, { ...stored, ...changes });
      return harness.work();
    },
    item: () => {
      const [item] = harness.fakes.ml.items(user.mlId);
      if (item === undefined) throw new Error('nothing was published');
      return item;
    },
    remembered: async () => {
      const kept = eq(listings.produto_id, product.id);
      const [row] = await harness.server.db
        .select({ imagem: listings.imagem_enviada })
        .from(listings)
        .where(kept);
      return row?.imagem;
    },
    avisos: async () => {
      const input = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
      const { itens } = (await act('GET', `../trpc/publication.states?input=${input}`)).result.data;
      return itens[0].avisos;
    },
    act: (path: string) => act('POST', `mercadolivre/${path}/${product.id}`),
    forget: () =>
      harness.server.db
        .update(listings)
        .set({ imagem_enviada: null })
        .where(eq(listings.produto_id, product.id)),
  };
}

it('brings an edited name, picture and attributes to the listing', async () => {
  const shop = await makeShop();
  expect(await harness.work()).toEqual([]);
  expect(await shop.remembered()).toBe(OLD_PICTURE);
  const nome = unique('Caixa de som');
  const ficha = { marca: 'Sony', modelo: 'SRS', tipo_anuncio: 'premium' };
  expect(await shop.edit({ nome, imagem_url: NEW_PICTURE, ficha })).toEqual([]);
  expect(shop.item()).toMatchObject({
    family_name: nome,
    listing_type_id: 'gold_pro',
    pictures: [{ source: NEW_PICTURE }],
    attributes: expect.arrayContaining([{ id: 'BRAND', value_name: 'Sony' }]),
  });
  expect(await shop.remembered()).toBe(NEW_PICTURE);
});

it('sends no picture that the listing has already', async () => {
  const shop = await makeShop();
  await harness.work();
  const [cover] = shop.item().pictures;
  const nome = unique('Caixa de som');
  expect(await shop.edit({ nome })).toEqual([]);
  expect(shop.item()).toMatchObject({ family_name: nome, pictures: [{ id: cover?.id }] });
});

it('tells what Mercado Livre did not take of an edit', async () => {
  const shop = await makeShop();
  await harness.work();
  expect(await shop.edit({ imagem_url: null })).toEqual([]);
  expect(await shop.avisos()).toContainEqual(expect.stringContaining('ficou sem imagem'));
  expect(shop.item().pictures).toMatchObject([{ source: OLD_PICTURE }]);
  expect(await shop.remembered()).toBe(OLD_PICTURE);
});

it('brings a picture that was chosen while the answer to the publication was lost', async () => {
  const shop = await makeShop();
  harness.fakes.ml.fail({ method: 'POST', path: /^\/items$/, failure: 'lose_answer' });
  expect(await harness.work()).toMatchObject([{ kind: 'upstream_unavailable' }]);
  harness.later(3);
  expect(await shop.edit({ imagem_url: NEW_PICTURE })).toEqual([]);
  expect(shop.item().pictures).toMatchObject([{ source: NEW_PICTURE }]);
});

it('brings the picture to a listing of before pictures were remembered', async () => {
  const shop = await makeShop();
  await harness.work();
  await shop.forget();
  expect(await shop.edit({ imagem_url: NEW_PICTURE })).toEqual([]);
  expect(shop.item().pictures).toMatchObject([{ source: NEW_PICTURE }]);
});

it('brings a picture that was chosen while the listing was off sale, when it comes back', async () => {
  const shop = await makeShop();
  await harness.work();
  await shop.forget();
  await shop.act('despublicar');
  expect(await shop.edit({ imagem_url: NEW_PICTURE })).toEqual([]);
  expect(shop.item()).toMatchObject({ status: 'paused', pictures: [{ source: OLD_PICTURE }] });
  await shop.act('publicar');
  expect(await harness.work()).toEqual([]);
  expect(shop.item()).toMatchObject({ status: 'active', pictures: [{ source: NEW_PICTURE }] });
});
