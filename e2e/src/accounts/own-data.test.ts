import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const overflow = () => document.documentElement.scrollWidth - window.innerWidth;

async function fitsAndIsAccessible(page: Page, what: string): Promise<void> {
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // From the top, where nothing that stays in place lies over half of something else.
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await page.evaluate(overflow), `${what} at ${width}`).toBeLessThanOrEqual(0);
    await expectAccessible(page, `${what} at ${width} pixels`);
  }
}

test('a seller takes their data along, asks for deletion, is told on every page, and changes their mind', {
  tag: '@release',
}, async ({ page, seller }) => {
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
