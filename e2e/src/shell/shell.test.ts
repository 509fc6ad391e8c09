import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

// What needs no browser is in apps/web/shell/shell.test.tsx.
test('the shell starts pages at their top, is worked past its menu by keyboard, and remembers the theme', async ({
  page,
  seller,
}) => {
  const api = await Api.of(page);
  await fillCatalogue(page, 100);
  for (let number = 1; number <= 30; number += 1)
    await api.call('POST', '/fornecedores', { nome: `Fornecedor ${number}` });

  await test.step('the keyboard reaches the content past the menu', async () => {
    await page.goto('/produtos');
    await seller.seesHeading('Produtos');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Ir para o conteúdo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText('Alterações recentes');
  });

  await test.step('a page opened from far down another is at its top with its first frame, and has all it shows', async () => {
    await expect(page.getByText('100 produtos')).toBeVisible();
    await page.evaluate(() => window.scrollTo(0, 3000));
    await expect(page.getByRole('heading', { name: 'Produto 99', exact: true })).toHaveCount(0);
    const scrolled = page.evaluate(
      () =>
        new Promise<number>((done) => {
          function look() {
            if (document.querySelector('main h1')?.textContent === 'Fornecedores') done(window.scrollY);
            else requestAnimationFrame(look);
          }
          look();
        }),
    );
    await page.getByRole('link', { name: 'Fornecedores' }).click();
    expect(await scrolled).toBe(0);
    await expect(page.locator('main li section h2')).toHaveCount(31);
  });

  await test.step('the chosen theme survives a reload', async () => {
    await page.getByRole('button', { name: 'Usar tema escuro' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Usar tema claro' })).toBeVisible();
    await expect(page.locator('html')).toHaveClass('dark');
  });
});
