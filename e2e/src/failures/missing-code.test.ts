import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible, expectLoaded } from '../page/axe';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** The browser itself and React tell of code that does not arrive. */
test.use({
  expectedErrors:
    /^Failed to load resource|^TypeError: Failed to fetch dynamically imported module|^%o\n\n%s\n\n%s\n|Failed to load module script/,
});

const getFailure = (page: Page) => page.getByRole('alert').filter({ hasText: 'Não foi possível abrir esta' });
const getRetry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Tentar novamente' });

async function openUnchecked(seller: Seller, entry: string): Promise<void> {
  await seller.page.getByRole('navigation').getByRole('link', { name: entry }).click();
}

/** Marks the document, to see whether it is still the same one. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
const getMark = (page: Page) => page.locator('html[data-mark]');

test.describe('a screen whose code was never loaded', { tag: '@release' }, () => {
  test('tells offline what cannot be opened, and opens it once the network is back', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    await test.step('tells offline that it cannot be opened, and opens by a click once the network is back', async () => {
      await seller.opens('Dashboard');
      await mark(page);
      await page.context().setOffline(true);
      await openUnchecked(seller, 'Pedidos');
      await expect(getFailure(page)).toBeVisible();
      for (let time = 0; time < 2; time += 1) {
        await getRetry(page).click();
        await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
        await expect(getFailure(page)).toBeVisible();
      }
      await expectAccessible(page, 'without network');
      await expect(getMark(page)).toHaveCount(1);
      await openUnchecked(seller, 'Dashboard');
      await seller.seesHeading('Dashboard');
      await openUnchecked(seller, 'Pedidos');
      await expect(getFailure(page)).toBeVisible();
      await page.context().setOffline(false);
      await getRetry(page).click();
      await seller.seesHeading('Pedidos');
      await expect(
        page.getByText('Quando houver vendas no Mercado Livre, elas aparecerão aqui'),
      ).toBeVisible();
    });

    await test.step('keeps a screen in reach when only the dialog is missing', async () => {
      await api.call('POST', '/fornecedores', { nome: 'Central' });
      await page.route(/\/assets\/supplier-dialog-/, (route) => route.abort());
      await seller.opens('Fornecedores');
      await expect(seller.card('Central')).toBeVisible();
      await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
      const frame = page.getByRole('dialog', { name: 'Novo Fornecedor' });
      await expect(frame.getByRole('alert')).toContainText('Não foi possível abrir.');
      await expect(seller.card('Central')).toBeVisible();
      await page.unroute(/\/assets\/supplier-dialog-/);
      await frame.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(page.getByLabel('Nome *')).toBeVisible();
      await expect(page.getByRole('dialog', { name: 'Novo Fornecedor' })).toBeVisible();
    });

    await test.step('keeps the orders where only a part of one is missing, and brings it once the network is back', async () => {
      await api.sells(await api.publishesProduct('Luminária'));
      await page.goto('/pedidos');
      const card = page.getByRole('region', { name: /^Pedido \d/ });
      await expect(card).toBeVisible();
      await page.context().setOffline(true);
      await card.getByRole('button', { name: 'Histórico' }).click();
      const failure = card.getByRole('alert').filter({ hasText: 'Não foi possível carregar o histórico.' });
      await expect(failure).toBeVisible();
      await expect(card.getByRole('button', { name: 'Aprovar Pedido' })).toBeVisible();
      await page.context().setOffline(false);
      await failure.getByRole('button', { name: 'Tentar novamente' }).click();
      await expect(failure).toHaveCount(0);
      await card.getByRole('button', { name: 'Histórico' }).click();
      await expect(card.getByText(/Pendente Aprovação.* · /)).toBeVisible();
    });
  });

  test('brings the new version, and does without what is missing', async ({ page, seller }) => {
    await test.step('brings the new version when its code was replaced by a deploy', async () => {
      await seller.opens('Dashboard');
      await mark(page);
      // As the server answers for a file of an older build.
      await page.route(/\/assets\/orders-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
      await openUnchecked(seller, 'Pedidos');
      await expect(getFailure(page)).toBeVisible();
      // The new version has files of its own.
      await page.unroute(/\/assets\/orders-[^/]*\.js$/);
      await getRetry(page).click();
      await seller.seesHeading('Pedidos');
      await expect(getMark(page)).toHaveCount(0);
    });

    await test.step('stays as it is when only what it offers beside the rest is missing', async () => {
      const asked = page.waitForRequest(/\/assets\/fill-examples-/);
      await page.route(/\/assets\/fill-examples-/, (route) => route.abort());
      await page.goto('/pedidos');
      await asked;
      await expectLoaded(page);
      await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
      await expect(getFailure(page)).toHaveCount(0);
    });

    await test.step('says that an answer cannot be opened, and keeps the page that was asked', async () => {
      const api = await Api.of(page);
      await api.sells(await api.publishesProduct('Luminária'));
      await page.route(/\/assets\/total-dialog-/, (route) => route.abort());
      await page.goto('/');
      await seller.seesHeading('Dashboard');
      await page.getByRole('button', { name: /, Total de Vendas: por que este número/ }).click();
      const frame = page.getByRole('dialog', { name: 'Por que este número?' });
      await expect(frame.getByRole('alert')).toContainText('Não foi possível abrir.');
      await frame.getByRole('button', { name: 'Fechar' }).click();
      await seller.seesHeading('Dashboard');
      await expect(getFailure(page)).toHaveCount(0);
    });
  });
});
