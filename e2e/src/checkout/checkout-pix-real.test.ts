import type { FakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { bringScript, test } from './real-payments';

const QR = { name: 'QR code do Pix de R$ 119,00 para Esteira' };
const SEEN_WITHIN_MS = 2_000;

/** Makes a Pix on the page and returns the order that Mercado Pago holds for it. */
async function makePix(
  page: Page,
  mercadoPago: FakeMercadoPago,
  button = 'Gerar código Pix',
): Promise<string> {
  const answered = page.waitForResponse(/trpc\/.*checkout\.createPix/);
  await page.getByRole('button', { name: button }).click();
  const [answer] = await (await answered).json();
  await expect(page.getByRole('img', QR)).toBeVisible();
  const [order] = mercadoPago.ordersOf(answer.result.data.id);
  if (order === undefined) throw new Error('Mercado Pago knows of no such Pix');
  return order.id;
}

const readCode = (page: Page) => page.getByRole('img', QR).locator('path').getAttribute('d');
const pay = (mercadoPago: FakeMercadoPago, order: string) =>
  mercadoPago.change(order, { status: 'processed', detail: 'accredited' });

test.describe('paying for real by Pix', { tag: '@release' }, () => {
  test('the page tells of the payment within two seconds, in every tab that shows it, and it is one charge', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    await page.goto('/checkout/basico?pagamento=pix');
    const order = await makePix(page, mercadoPago);
    await expect(page.getByRole('button', { name: 'Simular pagamento do Pix' })).toHaveCount(0);
    const other = await page.context().newPage();
    await other.goto('/checkout/basico');
    await expect(other.getByRole('img', QR)).toBeVisible();
    expect(await readCode(other)).toBe(await readCode(page));
    pay(mercadoPago, order);
    await Promise.all(
      [page, other].map((tab) =>
        expect(tab.getByText(/^Pagamento aprovado! Plano Basico ativo até/)).toBeVisible({
          timeout: SEEN_WITHIN_MS,
        }),
      ),
    );
    await seller.seesHeading('Dashboard');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(1);
  });

  test('a tab that was closed and opened again shows the same code, and then the payment', async ({
    page,
    seller,
    mercadoPago,
  }) => {
    const context = seller.page.context();
    await page.goto('/checkout/basico?pagamento=pix');
    const order = await makePix(page, mercadoPago);
    const code = await readCode(page);
    await page.close();
    const again = await context.newPage();
    await again.goto('/checkout/basico');
    await expect(again.getByRole('radio', { name: 'Pix' })).toBeChecked();
    expect(await readCode(again)).toBe(code);
    pay(mercadoPago, order);
    await expect(again.getByText(/^Pagamento aprovado!/)).toBeVisible();
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(1);
  });

  test('a code whose time is over is replaced by a new one', async ({ page, seller, mercadoPago }) => {
    await seller.page.goto('/checkout/basico?pagamento=pix');
    const order = await makePix(page, mercadoPago);
    const code = await readCode(page);
    mercadoPago.change(order, { pix: { expiresAt: new Date(), paysAt: null } });
    await expect(page.getByText('O prazo do Pix acabou. Gere um novo código.')).toBeVisible();
    await expect(page.getByRole('img', QR)).toHaveCount(0);
    await expectAccessible(page, 'a code whose time is over');
    const next = await makePix(page, mercadoPago, 'Gerar novo código');
    expect(next).not.toBe(order);
    expect(await readCode(page)).not.toBe(code);
    pay(mercadoPago, next);
    await expect(page.getByText(/^Pagamento aprovado!/)).toBeVisible();
  });

  test('nothing from outside is loaded for a Pix', async ({ page, seller, mercadoPago }) => {
    await bringScript(page);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url());
    });
    await seller.page.goto('/checkout/basico?pagamento=pix');
    await makePix(page, mercadoPago);
    expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([]);
  });
});

test.describe('Mercado Pago that does not answer', { tag: '@release' }, () => {
  test('is told in the page, and the same button tries again', async ({ page, seller, mercadoPago }) => {
    await seller.page.goto('/checkout/basico?pagamento=pix');
    mercadoPago.fail({ method: 'POST', path: /orders$/, times: 20, failure: { status: 500 } });
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a Pix that could not be made');
    mercadoPago.recover();
    await makePix(page, mercadoPago);
  });
});
