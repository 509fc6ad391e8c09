import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

test('many products are published at once, of those that can be: a toast tells how many', async ({
  page,
  seller,
}) => {
  await fillCatalogue(page, 3);
  await seller.opens('Produtos');
  await expect(page.getByText('3 produtos')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
  await expect(page.getByText('3 selecionados')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Ações em lote' });
  await bar.getByRole('button', { name: 'Publicar na Amazon (1)' }).click();

  await seller.seesToast('1 publicado');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const amazon = seller.card('Produto 1').getByRole('group', { name: 'Amazon' });
  await expect(amazon.getByText('Publicado', { exact: true })).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Limpar' })).toHaveCount(0);
  await expect(page.getByRole('checkbox').and(page.locator(':focus'))).toBeVisible();

  await test.step('what was ticked is published and taken back, and nothing else', async () => {
    await page.getByRole('checkbox', { name: 'Selecionar Produto 0' }).check();
    await page.getByRole('checkbox', { name: 'Selecionar Produto 2' }).check();
    const onMl = page.getByRole('group', { name: 'Mercado Livre' });
    const published = onMl.getByText('Publicado', { exact: true });
    await bar.getByRole('button', { name: 'Publicar no ML' }).click();
    await seller.seesToast('2 publicados');
    await expect(published).toHaveCount(2);
    await expect(bar.getByRole('button', { name: 'Limpar' })).toHaveCount(0);

    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await seller.seesToast('2 despublicados');
    await expect(published).toHaveCount(0);
  });
});

test('a bulk action takes all of a search, not only what was loaded, and tells of each that is gone meanwhile', async ({
  page,
  seller,
}) => {
  await fillCatalogue(page, 130);
  await seller.opens('Produtos');
  await expect(page.getByText('130 produtos')).toBeVisible();
  await page.getByLabel('Buscar produtos').fill('Produto 1');
  await page.keyboard.press('Enter');
  // Produto 1, 10 to 19 and 100 to 129: all loaded.
  await expect(page.getByText('41 produtos')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Selecionar os 41 filtrados' }).check();
  await expect(page.getByText('41 selecionados')).toBeVisible();
  await page.getByLabel('Buscar produtos').fill('Produto');
  await page.keyboard.press('Enter');
  const all = page.getByRole('checkbox', { name: 'Selecionar os 130 filtrados' });
  await all.check();
  await expect(page.getByText('130 selecionados')).toBeVisible();

  const api = await Api.of(page);
  const [last] = await api.call('GET', '/produtos?busca=SKU-0');
  await api.call('DELETE', `/produtos/${last.id}`);
  const bar = page.getByRole('region', { name: 'Ações em lote' });
  await bar.getByRole('button', { name: 'Publicar no ML' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publicar no ML' });
  await expect(dialog.getByText('129 publicados, 1 com erro')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toContainText('Produto não encontrado');
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await expect(page.getByText('1 selecionado')).toBeVisible();
  const published = await api.call('GET', '/produtos?publicado=mercadolivre');
  expect(published).toHaveLength(129);
});
