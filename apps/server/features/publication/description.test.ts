import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';

const harness = openTestHarness();

/** A product on sale on Mercado Livre whose description was not taken so often. */
async function publishWithoutDescription(times = Number.POSITIVE_INFINITY) {
  const user = await makeConnectedSeller(harness.server, harness.fakes);
  const product = await makeProduct(harness.server, user, {
    nome: unique('Fone de ouvido'),
    descricao: 'Dobra e cabe na mochila.',
    imagem_url: 'https://cdn.exemplo.com.br/fone.jpg',
    ficha: { marca: 'JBL', modelo: 'Tune 520', motivo_sem_ean: 'outro' },
  });
  const { token } = user;
  const publish = async () => {
    const answer = await harness.server.call('POST', `/api/mercadolivre/publicar/${product.id}`, { token });
    expect(answer.status, answer.text).toBe(200);
    expect(await harness.work()).toEqual([]);
  };
  harness.fakes.ml.fail({ path: /description$/, times, failure: { status: 500 } });
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

const DESCRIBED = { description: 'Dobra e cabe na mochila.' };

/** Does what comes due within a minute, as the queue would. */
async function waitOneMinute() {
  for (let quarter = 0; quarter < 4; quarter += 1) {
    harness.later(0.25);
    expect(await harness.work()).toEqual([]);
  }
}

it.each([1, 2, 3])('one that failed %i times is there within a minute, by itself', async (times) => {
  const shop = await publishWithoutDescription(times);
  expect(await shop.state()).toMatchObject({ avisos: [MISSING] });
  await waitOneMinute();
  expect(shop.item()).toMatchObject(DESCRIBED);
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [] });
});

it('publishing again sends it at once, as often as it is asked for', async () => {
  const shop = await publishWithoutDescription(2);
  await shop.publish();
  expect(await shop.state()).toMatchObject({ avisos: [MISSING] });
  await shop.publish();
  expect(shop.item()).toMatchObject(DESCRIBED);
  expect(await shop.state()).toMatchObject({ status: 'publicado', avisos: [] });
});

it('publishing again begins a new plan, however long it has been missing', async () => {
  const shop = await publishWithoutDescription();
  for (let hour = 0; hour < 30; hour += 1) {
    harness.later(60);
    expect(await harness.work()).toEqual([]);
  }
  await shop.publish();
  harness.fakes.ml.recover();
  await waitOneMinute();
  expect(shop.item()).toMatchObject(DESCRIBED);
});

it('is sent while Mercado Livre reviews the listing, or after that', async () => {
  const shop = await publishWithoutDescription();
  Object.assign(shop.item() ?? {}, { status: 'under_review', sub_status: ['held'] });
  await waitOneMinute();
  const review = 'O Mercado Livre está revisando o anúncio.';
  expect(await shop.state()).toMatchObject({ avisos: [review, MISSING] });
  harness.fakes.ml.recover();
  harness.later(5);
  expect(await harness.work()).toEqual([]);
  expect(shop.item()).toMatchObject(DESCRIBED);
  expect(await shop.state()).toMatchObject({ avisos: [review] });
});

it('is not held back by another change that Mercado Livre refuses', async () => {
  const shop = await publishWithoutDescription(1);
  const cause = [{ type: 'error', code: 'item.price.invalid', message: 'The price is invalid.' }];
  const failure = { status: 400, body: { cause } };
  harness.fakes.ml.fail({ method: 'PUT', path: /items\/MLB\d+$/, times: 20, failure });
  await waitOneMinute();
  expect(shop.item()).toMatchObject(DESCRIBED);
});
