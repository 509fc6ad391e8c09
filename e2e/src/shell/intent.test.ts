import { paths } from '@esteira/web/paths';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';

const entryOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name });

/** Notes the procedures that the page reads from now on, in their order. */
function noteReads(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const [, names] = /\/trpc\/([^?]+)\?batch/.exec(request.url()) ?? [];
    if (request.method() === 'GET' && names) reads.push(...decodeURIComponent(names).split(','));
  });
  return reads;
}

const answerTo = (page: Page, name: string) =>
  page.waitForResponse((response) => response.url().includes(`/trpc/`) && response.url().includes(name));

test.describe('what is pointed at', () => {
  test('is read ahead, and not again by the click', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await page.goto(paths.account);
    await seller.seesHeading('Conta');
    const reads = noteReads(page);
    const read = answerTo(page, 'suppliers.list');
    await entryOf(page, 'Fornecedores').hover();
    await read;
    await seller.seesHeading('Conta');
    await entryOf(page, 'Fornecedores').click();
    await seller.seesHeading('Fornecedores');
    await expect(seller.card('Distribuidora Central')).toBeVisible();
    await expect(page.getByText('0 produtos')).toBeVisible();
    expect(reads.filter((name) => name === 'suppliers.list')).toHaveLength(1);
  });

  test('by the keyboard is read ahead too, an order from its row in the list', async ({
    page,
    seller: _,
  }) => {
    const api = await Api.of(page);
    await api.sells(await api.publishesProduct('Luminária'));
    const [order] = await api.call('GET', '/pedidos?limite=1');
    await page.goto(paths.orders);
    const link = page.getByRole('link', { name: order.ml_order_id });
    await expect(link).toBeVisible();
    const reads = noteReads(page);
    const read = answerTo(page, 'orders.details');
    await link.focus();
    await read;
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `Pedido #${order.ml_order_id}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Andamento' })).toBeVisible();
    expect(reads.filter((name) => name === 'orders.details')).toHaveLength(1);
  });

  test('entry after entry, and all of them again, asks for each list once', async ({ page, seller }) => {
    await page.goto(paths.account);
    await seller.seesHeading('Conta');
    const reads = noteReads(page);
    const entries = await page.getByRole('navigation', { name: 'Principal' }).getByRole('link').all();
    const last = answerTo(page, 'orders.list');
    for (const entry of [...entries, ...entries]) {
      await entry.hover();
      // As long as a hand rests on its way.
      await page.waitForTimeout(100);
    }
    await last;
    for (const name of ['products.list', 'suppliers.list', 'purchasing.list', 'orders.list'])
      expect(reads.filter((read) => read === name).length, name).toBeGreaterThan(0);
    const repeated = reads.filter(
      (name, index) => name !== 'suppliers.list' && reads.indexOf(name) !== index,
    );
    expect(repeated).toEqual([]);
  });
});
