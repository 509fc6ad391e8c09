import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { bringScript, fillCard, test } from './real-payments';

const NOT_ANSWERED = 'A autenticação do banco não foi concluída.';

/** The page of the payer's bank, which says when its payer has answered. */
const bringBank = (page: Page) =>
  page.route('https://acs.banco.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="pt-BR"><title>Banco</title>
        <button onclick="parent.postMessage({ status: 'COMPLETE' }, '*')">Confirmar compra</button></html>`,
    }),
  );

const pay = (page: Page) => page.getByRole('button', { name: 'Pagar R$ 119,00' }).click();

test.describe('a card whose bank asks its payer something', { tag: '@release' }, () => {
  test.beforeEach(async ({ page, seller }) => {
    await bringScript(page);
    await bringBank(page);
    await seller.page.goto('/checkout/basico');
    await fillCard(page, 'CHAL');
    await pay(page);
    await expect(page.getByText('Confirme a compra com o seu banco.')).toBeVisible();
  });

  test('shows the question in the page, and is paid when it is answered', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    const bank = page.frameLocator('iframe[title="Autenticação do banco"]');
    const confirm = bank.getByRole('button', { name: 'Confirmar compra' });
    await expect(confirm).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pagar/ })).toBeHidden();
    await expectAccessible(page, 'the question of a bank');
    for (const width of [360, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
    }
    const [order] = mercadoPago.orders;
    await confirm.click();
    mercadoPago.change(order?.id ?? '', { status: 'processed', detail: 'accredited' });
    await seller.seesToast(/Pagamento aprovado! Plano Basico ativo até/);
    await seller.seesHeading('Dashboard');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(1);
  });

  test('says that the answer was not accepted, and takes another card', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    const [order] = mercadoPago.orders;
    mercadoPago.change(order?.id ?? '', { status: 'failed', detail: 'cc_rejected_3ds_challenge' });
    await expect(page.getByRole('alert').getByText(NOT_ANSWERED)).toBeVisible();
    await page.getByLabel('Nome no Cartão').fill('APRO');
    await pay(page);
    await seller.seesHeading('Dashboard');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(2);
  });

  test('that is never answered charges nothing, and the page says so when the time is over', async ({
    page,
    mercadoPago,
  }) => {
    const [order] = mercadoPago.orders;
    mercadoPago.change(order?.id ?? '', { createdAt: new Date(Date.now() - 6 * 60_000) });
    await expect(page.getByRole('alert').getByText(NOT_ANSWERED)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pagar R$ 119,00' })).toBeEnabled();
    expect(mercadoPago.orders.map(({ status }) => status)).toEqual(['canceled']);
  });
});

test('a card under review is followed on the page until its bank has decided', { tag: '@release' }, async ({
  page,
  seller,
  mercadoPago,
}) => {
  await bringScript(page);
  await seller.page.goto('/checkout/basico');
  await fillCard(page, 'CONT');
  await pay(page);
  await expect(page.getByText('Pagamento em análise pela operadora do cartão.')).toBeVisible();
  await expectAccessible(page, 'a card under review');
  const [order] = mercadoPago.orders;
  mercadoPago.change(order?.id ?? '', { status: 'processed', detail: 'accredited' });
  await seller.seesToast(/Pagamento aprovado! Plano Basico ativo até/);
  await seller.seesHeading('Dashboard');
});
