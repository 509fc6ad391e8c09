import type { FakeMercadoPago } from '@esteira/payments/testing/mercado-pago/server';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { bringScript, test } from './real-payments';

const QR = { name: 'QR code do Pix de R$ 119,00 para Esteira' };

/** Makes a Pix on the page and returns the order that Mercado Pago holds for it. */
async function makePix(page: Page, mercadoPago: FakeMercadoPago, button: string): Promise<string> {
  const answered = page.waitForResponse(/trpc\/.*checkout\.createPix/);
  await page.getByRole('button', { name: button }).click();
  const [answer] = await (await answered).json();
  await expect(page.getByRole('img', QR)).toBeVisible();
  const [order] = mercadoPago.ordersOf(answer.result.data.id);
  if (order === undefined) throw new Error('Mercado Pago knows of no such Pix');
  return order.id;
}

const readCode = (page: Page) => page.getByRole('img', QR).locator('path').getAttribute('d');

test('a Pix that is paid for real', { tag: '@release' }, async ({ page, seller, mercadoPago }) => {
  await bringScript(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== '127.0.0.1') foreign.push(request.url());
  });
  await page.goto('/checkout/basico?pagamento=pix');

  await test.step('Mercado Pago that does not answer is told in the page, and the same button tries again', async () => {
    mercadoPago.fail({ method: 'POST', path: /orders$/, times: 20, failure: { status: 500 } });
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectAccessible(page, 'a Pix that could not be made');
    mercadoPago.recover();
  });
  const first = await makePix(page, mercadoPago, 'Gerar código Pix');
  await expect(page.getByRole('button', { name: 'Simular pagamento do Pix' })).toHaveCount(0);

  await test.step('nothing from outside is loaded for it', () => {
    expect(foreign.filter((url) => !url.startsWith('data:'))).toEqual([]);
  });

  await test.step('a code whose time is over is replaced by a new one', async () => {
    const code = await readCode(page);
    mercadoPago.change(first, { pix: { expiresAt: new Date(), paysAt: null } });
    await expect(page.getByText('O prazo do Pix acabou. Gere um novo código.')).toBeVisible();
    await expect(page.getByRole('img', QR)).toHaveCount(0);
    await expectAccessible(page, 'a code whose time is over');
    const next = await makePix(page, mercadoPago, 'Gerar novo código');
    expect(next).not.toBe(first);
    expect(await readCode(page)).not.toBe(code);
  });

  await test.step('the page tells of the payment by itself, in every tab that shows it, and it is one charge', async () => {
    const charges = mercadoPago.calls('POST', /orders$/).length;
    // A tab that is opened later shows the same code.
    const other = await page.context().newPage();
    await other.goto('/checkout/basico');
    await expect(other.getByRole('radio', { name: 'Pix' })).toBeChecked();
    await expect(other.getByRole('img', QR)).toBeVisible();
    expect(await readCode(other)).toBe(await readCode(page));
    const order = mercadoPago.orders.at(-1)?.id ?? '';
    mercadoPago.change(order, { status: 'processed', detail: 'accredited' });
    await Promise.all(
      [page, other].map((tab) =>
        expect(tab.getByText(/^Pagamento aprovado! Plano Basico ativo até/)).toBeVisible(),
      ),
    );
    await seller.seesHeading('Dashboard');
    expect(mercadoPago.calls('POST', /orders$/)).toHaveLength(charges);
  });
});
