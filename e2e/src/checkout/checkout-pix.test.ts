import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const CODE = { name: 'QR code do Pix de R$ 119,00 para Esteira' };
const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

/** Without a mouse: chosen, made, and the focus goes on with the code. */
async function makeByKeyboard(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Cartão' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Pix' })).toBeChecked();
  const make = page.getByRole('button', { name: 'Gerar código Pix' });
  await expect(make).toBeVisible();
  await expectAccessible(page, 'before the code');
  await page.keyboard.press('Tab');
  await expect(make).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Pix' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copiar código' })).toBeFocused();
  await expect(page).toHaveURL('/checkout/basico?pagamento=pix');
}

test('a code is shown, fits from 360 to 2560 pixels, is copied and paid, and the plan becomes active', {
  tag: '@release',
}, async ({ page, context, seller }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/checkout/basico');
  await makeByKeyboard(page);
  await expect(page.getByRole('img', CODE)).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Tempo restante' })).toHaveText(/^(30:00|29:\d\d)$/);
  await expect(page.getByText('Pix à vista')).toBeVisible();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^PIX-SIMULADO-/);
  for (const width of [360, 390, 768, 1024, 1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(overflow), `${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `the code at ${width} pixels`);
  }
  await page.getByRole('button', { name: 'Simular pagamento do Pix' }).click();
  await expect(
    page.getByText(/^Pagamento aprovado! Plano Basico ativo até \d\d\/\d\d\/\d{4}\.$/),
  ).toBeVisible();
  await seller.seesHeading('Dashboard');
  await expect(page.getByText('Plano Basico', { exact: true })).toBeVisible();

  // Who comes back to pay for more time finds nothing of what is paid, and is told until when the access goes.
  await page.goto('/checkout/basico');
  await expect(page.getByRole('radio', { name: 'Cartão' })).toBeChecked();
  await expect(page.getByText(/^Seu acesso vai até .* Com este pagamento, vai até /)).toBeVisible();
});
