import { type Browser, expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

/** The same seller on another device. */
async function openElsewhere(browser: Browser, seller: Seller): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, seller);
  await page.goto('/pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  return page;
}

test.describe('the sessions of an account', { tag: '@release' }, () => {
  test('are listed, and one that is ended leaves its screen at once', async ({ page, seller, browser }) => {
    await seller.opens('Dashboard');
    const elsewhere = await openElsewhere(browser, seller);
    await page.getByRole('link', { name: 'Configurações' }).click();
    await page
      .getByRole('navigation', { name: 'Configurações' })
      .getByRole('link', { name: 'Conta' })
      .click();
    await seller.seesHeading('Conta');
    await expect(page).toHaveURL('/configuracoes/conta');
    const rows = page.getByRole('region', { name: 'Sessões' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Esta sessão');
    await expect(rows.first()).toContainText('Chrome no Linux');
    await expect(rows.first()).toContainText('127.0.0.1');
    for (const width of [360, 768, 1440, 2560]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(overflow), `${width}`).toBeLessThanOrEqual(0);
      await expectAccessible(page, `the account at ${width} pixels`);
    }
    await rows
      .nth(1)
      .getByRole('button', { name: /^Encerrar/ })
      .press('Enter');
    await seller.seesToast('Sessão encerrada');
    await expect(rows).toHaveCount(1);
    await expect(elsewhere).toHaveURL('/login');
    await expect(elsewhere.getByText(/^Sua sessão expirou/)).toBeVisible();
    await elsewhere.context().close();
  });

  test('are all ended but this one, once that is confirmed', async ({ page, seller, browser }) => {
    const elsewhere = await openElsewhere(browser, seller);
    await page.goto('/configuracoes/conta');
    await page.getByRole('button', { name: 'Encerrar todas' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Encerrar todas as outras sessões?' });
    await expectAccessible(page, 'the question');
    await dialog.getByRole('button', { name: 'Encerrar todas' }).click();
    await seller.seesToast('1 sessão encerrada');
    await expect(elsewhere).toHaveURL('/login');
    await expect(page.getByRole('region', { name: 'Sessões' }).getByRole('listitem')).toHaveCount(1);
    await elsewhere.context().close();
  });

  test('end with signing out: the token opens nothing any more', async ({ page, seller }) => {
    await seller.opens('Dashboard');
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const told = page.waitForResponse('**/api/auth/sair');
    await seller.signOut();
    expect((await told).status()).toBe(204);
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.get('/api/auth/me', { headers })).status()).toBe(401);
  });
});
