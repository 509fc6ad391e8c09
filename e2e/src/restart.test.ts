import { expect } from '@playwright/test';
import { Api } from './api';
import { test as base } from './fixtures';
import { openListening } from './live';
import { type RunningServer, startServer } from './server';

/** A server of the test's own, which it may kill and start again. */
const test = base.extend<{ ownServer: RunningServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures off the pattern.
  ownServer: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.stop();
  },
  baseURL: async ({ ownServer }, use) => use(ownServer.url),
  expectedErrors: /^Failed to load resource|Failed to fetch dynamically imported module|^%o\n\n%s\n\n%s\n/,
});

/** The page tries again at ever longer intervals. */
const RECONNECTED = { timeout: 30_000 };

test.describe('a server that is killed and started again', () => {
  test('finds the page with its data and its sign-in, and screens that could not be opened open', async ({
    page,
    seller,
    ownServer,
  }) => {
    await seller.addsSupplier('Central');
    await ownServer.kill();
    await page.getByRole('link', { name: 'Pedidos' }).click();
    await expect(page.getByText('Não foi possível abrir esta página')).toBeVisible();
    await page.getByRole('link', { name: 'Fornecedores' }).click();
    await expect(seller.card('Central')).toBeVisible();
    await page.getByLabel('Buscar fornecedores').fill('central');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Sem conexão com o servidor')).toBeVisible();
    await ownServer.revive();
    await expect(page.getByText('Sem conexão com o servidor')).toHaveCount(0, RECONNECTED);
    await page.getByRole('link', { name: 'Pedidos' }).click();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await seller.seesHeading('Pedidos');
  });

  test('tells the page what it missed, after a network that was away and by itself', async ({
    page,
    seller: _,
    ownServer,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Tapete de Yoga');
    await openListening(page, '/pedidos');
    await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();

    await ownServer.kill();
    await page.context().setOffline(true);
    await expect(page.getByText('Atualização ao vivo interrompida')).toBeVisible(RECONNECTED);
    await ownServer.revive();
    await api.sells(id);
    await page.context().setOffline(false);
    const toast = page.getByRole('listitem').filter({ hasText: 'Novo pedido: Tapete de Yoga' });
    await expect(toast).toBeVisible(RECONNECTED);
    await expect(page.getByRole('region', { name: /^Pedido \d/ })).toBeVisible();
    await expect(page.getByText('Atualização ao vivo interrompida')).toHaveCount(0);

    await ownServer.kill();
    await ownServer.revive();
    await api.sells(id);
    await expect(page.getByRole('button', { name: 'Todos (2)' })).toBeVisible(RECONNECTED);
  });
});
