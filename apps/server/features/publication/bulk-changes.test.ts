import { expect, it } from 'vitest';
import { makeProduct, unique } from '../../testing/makers';
import { makeConnectedSeller } from '../../testing/marketplaces/fake-marketplaces';
import { openTestHarness } from '../../testing/test-harness';
import { changeAll, listProducts, undoChange } from '../products/changes/testing/change-calls';

const harness = openTestHarness();

it('a bulk change of prices and its undo bring each price to its real listing', async () => {
  const { server, fakes } = harness;
  const user = await makeConnectedSeller(server, fakes);
  for (const sku of [unique('SKU'), unique('SKU')]) {
    const nome = unique('Fone de ouvido');
    const imagem_url = 'https://cdn.exemplo.com.br/fone.jpg';
    const ficha = { marca: 'JBL', modelo: 'Tune 520', motivo_sem_ean: 'outro' };
    const { id } = await makeProduct(server, user, { nome, sku, imagem_url, ficha });
    await server.call('POST', `/api/mercadolivre/publicar/${id}`, { token: user.token });
  }
  expect(await harness.work()).toEqual([]);
  const prices = () => fakes.ml.items(user.mlId).map(({ price }) => price);
  expect(prices()).toEqual([59.9, 59.9]);
  const products = await listProducts(server, user);
  const id = await changeAll(server, user, { campo: 'preco_venda_ml', products, depois: 71.9 });
  await harness.work();
  expect(prices()).toEqual([71.9, 71.9]);
  await undoChange(server, user, id);
  await harness.work();
  expect(prices()).toEqual([59.9, 59.9]);
});
