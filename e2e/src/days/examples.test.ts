import { expect, type Page } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { signInAs } from '../page/session';
import { DEMO, test as demoTest } from '../servers/demo';
import { test } from '../servers/fixtures';

const fillButton = (page: Page) => page.getByRole('button', { name: 'Preencher com dados de exemplo' });
const eraseButton = (page: Page) => page.getByRole('button', { name: 'Apagar exemplos' });

/** Addresses of the pictures on the page that did not load, once all that are in sight have been tried. */
async function findBrokenPictures(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const images = [...document.images];
    for (const image of images) image.loading = 'eager';
    await Promise.allSettled(images.map((image) => image.decode()));
    return images.filter((image) => image.naturalWidth === 0).map((image) => image.src);
  });
}

test('examples are offered where a list is empty, fill it, show on every page with their pictures, and go without a trace', {
  tag: '@release',
}, async ({ page, seller, context }) => {
  const other = await context.newPage();
  await other.goto('/pedidos');
  await expect(fillButton(other)).toBeVisible();
  await other.goto('/fornecedores');
  await expect(fillButton(other)).toBeVisible();
  await seller.opens('Produtos');
  await expect(fillButton(page)).toBeVisible();
  await seller.opens('Dashboard');
  await expect(fillButton(page)).toBeVisible();
  await expectAccessible(page, 'dashboard that offers examples');
  await fillButton(page).dblclick();
  await seller.seesToast('Conta preenchida com dados de exemplo!');
  await expect(page.getByText('Sua conta tem dados de exemplo')).toBeVisible();
  await expectLoaded(page);
  await expectAccessible(page, 'dashboard with examples');

  await test.step('another window follows', async () => {
    await expect(other.getByRole('heading', { level: 2 })).toHaveCount(3);
  });

  await seller.opens('Produtos');
  await expect(page.locator('[role="listitem"][aria-setsize="12"] img').first()).toBeVisible();
  expect(await findBrokenPictures(page)).toEqual([]);
  await seller.opens('Fornecedores');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  await seller.opens('Pedidos');
  await expect(page.getByText('Aprovar Pedido').first()).toBeVisible();

  await seller.opens('Dashboard');
  await eraseButton(page).click();
  const question = page.getByRole('alertdialog', { name: 'Apagar os dados de exemplo?' });
  await expect(question).toContainText('Saem 3 fornecedores e 12 produtos de exemplo');
  await expectAccessible(page, 'question before examples go');
  await question.getByRole('button', { name: 'Apagar exemplos' }).click();
  await seller.seesToast('Exemplos apagados!');
  await expect(fillButton(page)).toBeVisible();
  await seller.opens('Produtos');
  await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();

  await test.step('they are not offered to a seller who has something', async () => {
    await seller.hasSupplier('Distribuidora Central');
    await page.goto('/');
    await expect(page.getByText('Primeiros passos')).toBeVisible();
    await expectLoaded(page);
    await expect(fillButton(page)).toHaveCount(0);
    await seller.opens('Pedidos');
    await page.getByRole('link', { name: 'Ir para Produtos' }).click();
    await seller.seesHeading('Produtos');
    await expect(page.getByText('Nenhum produto encontrado')).toBeVisible();
    await expect(fillButton(page)).toHaveCount(0);
  });
});

demoTest('every product of the demo has a picture that loads from here, and is kept', async ({ page }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await signInAs(page, DEMO.seller);
  await page.goto('/produtos?busca=a');
  await expect(page.locator('main img').first()).toBeVisible();
  expect(await findBrokenPictures(page)).toEqual([]);
  expect([...hosts]).toEqual([new URL(page.url()).host]);
  const picture = await page.request.get('/exemplos/cas-004.webp');
  expect([picture.status(), picture.headers()['content-type'], picture.headers()['cache-control']]).toEqual([
    200,
    'image/webp',
    'public, max-age=604800',
  ]);
});
