import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { openListening } from '../page/live';
import { getToasts } from '../page/toasts';
import { test } from '../servers/fixtures';

test.use({
  expectedErrors: /^Failed to load resource|Failed to fetch dynamically imported module|^%o\n\n%s\n\n%s\n/,
});

/** Sees that something comes about by waiting: the page's clock skips the long intervals between its tries. */
async function expectByWaiting(page: Page, check: (options: { timeout: number }) => Promise<void>) {
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await check({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}

test.describe('a server that is killed and started again', { tag: '@release' }, () => {
  test('finds the page with its data and its sign-in, and screens that could not be opened open', async ({
    page,
    seller,
    server,
  }) => {
    const unreachable = page.getByText('Sem conexão com o servidor');
    await page.clock.install();
    await seller.hasSupplier('Central');
    await seller.opens('Fornecedores');
    await expect(seller.card('Central')).toBeVisible();
    await server.kill();
    const navigation = page.getByRole('navigation', { name: 'Principal' });
    await navigation.getByRole('link', { name: 'Pedidos' }).click();
    await expect(page.getByText('Não foi possível abrir esta página')).toBeVisible();
    await navigation.getByRole('link', { name: 'Fornecedores' }).click();
    await expect(seller.card('Central')).toBeVisible();
    await page.getByLabel('Buscar fornecedores').fill('central');
    await page.keyboard.press('Enter');
    await expect(unreachable).toBeVisible();
    await server.revive();
    await expectByWaiting(page, (options) => expect(unreachable).toHaveCount(0, options));
    await navigation.getByRole('link', { name: 'Pedidos' }).click();
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await seller.seesHeading('Pedidos');
  });

  test('tells the page what it missed, after a network that was away and by itself', async ({
    page,
    seller: _,
    server,
  }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Tapete de Yoga');
    // Which of the two depends on whether something was to be read meanwhile.
    const interrupted = page.getByText(/^(Atualização ao vivo interrompida|Sem conexão com o servidor)/);
    const toast = getToasts(page, 'Novo pedido: Tapete de Yoga');
    await page.clock.install();
    await openListening(page, '/pedidos');
    await expect(page.getByText('Nenhum pedido encontrado')).toBeVisible();
    // The code of toasts comes once the page is idle.
    const toasts = page.getByRole('region', { name: /^Notificações/ });
    await expectByWaiting(page, (options) => expect(toasts).toBeAttached(options));

    await server.kill();
    await page.context().setOffline(true);
    await expectByWaiting(page, (options) => expect(interrupted).toBeVisible(options));
    await server.revive();
    await api.sells(id);
    await page.context().setOffline(false);
    await expect(toast).toBeVisible();
    await expect(page.getByRole('region', { name: /^Pedido \d/ })).toBeVisible();
    await expect(interrupted).toHaveCount(0);

    await server.kill();
    await server.revive();
    await api.sells(id);
    const both = page.getByRole('button', { name: 'Todos (2)' });
    await expectByWaiting(page, (options) => expect(both).toBeVisible(options));
  });
});
