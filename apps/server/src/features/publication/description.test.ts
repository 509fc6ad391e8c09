import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';

const harness = openTestHarness();

/** A product on sale on Mercado Livre whose description was not taken for a moment. */
async function publishWithoutDescription() {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const product = await makeProduct(harness.server, user, {
    nome: unique('Fone de ouvido'),
    descricao: 'Dobra e cabe na mochila.',
    imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
    ficha: { marca: 'JBL', modelo: 'Tune 520' },
  });
  const { token } = user;
  const publish = async () => {
    const answer = await harness.server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
    expect(answer.status, answer.text).toBe(200);
    expect(await harness.work()).toEqual([]);
  };
  harness.fakes.ml.fail({ path: /description$/, times: Number.POSITIVE_INFINITY, failure: { status: 500 } });
  await publish();
  return {
    publish,
    item: () => harness.fakes.ml.items(user.mlId)[0],
    state: async () => {
      const input = encodeURIComponent(JSON.stringify({ ids: [product.id] }));
      const answer = await harness.server.call('GET', `/trpc/publication.states?input=${input}`, { token });
      return answer.body.result.data.itens[0];
    },
  };
}

const MISSING =
  'O anúncio foi publicado, mas a descrição não foi aceita pelo Mercado Livre. Publique de novo para tentar enviá-la.';

it('a description that failed for a moment is sent again by itself', async () => {
  const shop = await publishWithoutDescription();
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [MISSING] });
  harness.later(1);
  expect(await harness.work()).toEqual([]);
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [MISSING] });

  harness.fakes.ml.recover();
  harness.later(1);
  expect(await harness.work()).toEqual([]);
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [] });
  expect(shop.item()).toMatchObject({ description: 'Dobra e cabe na mochila.' });
});

it('publishing again sends a description that is missing, at once', async () => {
  const shop = await publishWithoutDescription();
  harness.fakes.ml.recover();
  await shop.publish();
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [] });
  expect(shop.item()).toMatchObject({ description: 'Dobra e cabe na mochila.' });
});
