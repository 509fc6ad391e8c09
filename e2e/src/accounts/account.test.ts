import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import type { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { test } from '../servers/fixtures';

const CONFLICT = 'Este nome foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

/** The same seller on another device. */
async function openElsewhere(browser: Browser, seller: Seller): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, seller);
  await page.goto('/pedidos');
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
  return page;
}

async function fitsAndIsAccessible(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // From the top, where nothing that stays in place lies over half of something else.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width} pixels`);
  }
}

test('an account: its name in two forms, its data, its deletion and its sessions', {
  tag: '@release',
}, async ({ page, seller, browser }) => {
  test.slow();
  await test.step('the name is shown beside what was typed where both changed it, and the chosen one is saved', async () => {
    const me = await Api.of(page);
    await page.goto('/configuracoes/conta');
    const form = page.getByRole('region', { name: 'Nome', exact: true });
    await expect(form.getByText(seller.nome)).toBeVisible();
    await form.getByRole('button', { name: 'Alterar Nome' }).press('Enter');
    await expect(form.getByLabel('Seu nome')).toHaveValue(seller.nome);
    await expect(form.getByLabel('Seu nome')).toBeFocused();
    await me.call('PUT', '/conta/nome', { nome: 'Ana Maria' });
    await form.getByLabel('Seu nome').fill('Ana Clara');
    await form.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(form.getByText(CONFLICT)).toBeVisible();
    await expect(form.getByRole('radio', { name: /Ana Maria/ })).not.toBeChecked();
    await expectAccessible(page, 'the account with a conflict');
    expect(await me.call('GET', '/auth/me')).toMatchObject({ nome: 'Ana Maria' });
    await form.getByRole('radio', { name: /Ana Clara/ }).check();
    await form.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(form.getByText(CONFLICT)).toHaveCount(0);
    expect(await me.call('GET', '/auth/me')).toMatchObject({ nome: 'Ana Clara' });
  });

  await test.step('a seller takes their data along, asks for deletion, is told on every page, and changes their mind', async () => {
    await (await Api.of(page)).publishesProduct('Caneca');
    await page.goto('/configuracoes/conta');
    const own = page.getByRole('region', { name: 'Meus dados' });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      own.getByRole('button', { name: 'Baixar meus dados' }).press('Enter'),
    ]);
    expect(download.suggestedFilename()).toMatch(/^esteira-meus-dados-\d{4}-\d\d-\d\d\.zip$/);
    const zip = await readFile(await download.path());
    expect(zip.subarray(0, 2).toString()).toBe('PK');
    expect(zip.toString('latin1')).toContain('csv/produtos.csv');
    await seller.seesToast('Dados baixados');

    const leave = page.getByRole('region', { name: 'Excluir conta' });
    await leave.getByRole('button', { name: 'Excluir conta' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Excluir conta' });
    const password = dialog.getByLabel('Senha atual');
    await expect(password).toBeFocused();
    await fitsAndIsAccessible(page, 'the question');
    await password.fill('não é esta');
    await password.press('Enter');
    await expect(dialog.getByText('Senha atual incorreta')).toBeVisible();
    await password.fill(seller.senha);
    await password.press('Enter');
    await expect(dialog).toBeHidden();
    await seller.seesToast(/^Exclusão marcada/);
    await expect(leave.getByText(/^Sua conta será excluída em \d\d\/\d\d\/\d{4} às \d\d:\d\d/)).toBeVisible();
    await fitsAndIsAccessible(page, 'an account that will be deleted');

    await page.goto('/pedidos');
    const banner = page.getByRole('complementary', { name: 'Exclusão da conta' });
    await expect(banner).toContainText('Até lá tudo continua funcionando.');
    await banner.getByRole('button', { name: 'Cancelar exclusão' }).press('Enter');
    await seller.seesToast('Exclusão cancelada. Sua conta continua.');
    await expect(banner).toBeHidden();
  });

  await test.step('sessions are listed, and one that is ended leaves its screen at once', async () => {
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

  await test.step('they are all ended but this one, once that is confirmed', async () => {
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

  await test.step('they end with signing out: the token opens nothing any more', async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const told = page.waitForResponse('**/api/auth/sair');
    await seller.signOut();
    expect((await told).status()).toBe(204);
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.get('/api/auth/me', { headers })).status()).toBe(401);
  });
});
