import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

// In English a number field takes the comma out of `59,90` without a word.
test.use({ locale: 'en-US' });

test('a price typed or pasted the Brazilian way is that price, a high one is asked about, and a form is given back', async ({
  page,
  seller,
}) => {
  expect(await page.evaluate(() => navigator.language)).toMatch(/^en/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await seller.hasSupplier('Distribuidora Central');
  await page.goto('/produtos?novo=1');

  await test.step('a price typed or pasted', async () => {
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Distribuidora Central');
    await dialog.getByLabel('Nome do Produto *').fill('Caneca');
    await dialog.getByLabel('Preço Fornecedor *').pressSequentially('25,5');
    await page.evaluate(() => navigator.clipboard.writeText('R$ 59,90'));
    await dialog.getByLabel('Preço ML *').focus();
    await page.keyboard.press('ControlOrMeta+V');
    await dialog.getByLabel('Preço Amazon').pressSequentially('69.90');
    await dialog.getByLabel('Estoque *').fill('60');
    await expect(dialog.getByLabel('Preço Fornecedor *')).toHaveValue('25,50');
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('59,90');
    await expect(dialog.getByLabel('Preço Amazon')).toHaveValue('69,90');
    await expect(dialog.getByText('Lucro: R$ 34,40 (57,4%)')).toBeVisible();
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await seller.seesToast('Produto criado!');
    await expect(seller.card('Caneca').getByText('R$ 59,90')).toBeVisible();
    await expect(seller.card('Caneca').getByText('R$ 69,90')).toBeVisible();
  });

  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  await test.step('a price of more than ten times the cost', async () => {
    await page.getByRole('button', { name: 'Editar Caneca' }).click();
    await dialog.getByLabel('Preço ML *').fill('1.234,56');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'O preço passa de dez vezes o custo. Está certo?',
    });
    await expect(question).toContainText('Preço ML: R$ 1.234,56 · Custo do fornecedor: R$ 25,50');
    await expectAccessible(page, 'the question about a price far above the cost');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('1.234,56');
  });

  await test.step('a half-typed form is closed by Back, which leaves the page where it is, and opens again as it was', async () => {
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Editar Caneca' }).click();
    await expect(dialog.getByText('O que você tinha digitado está de volta.')).toBeVisible();
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('1.234,56');
    await expectAccessible(page, 'a form that was given back');
  });

  await test.step('it asks on a click beside, and is gone once it is discarded', async () => {
    await page.mouse.click(5, 5);
    const question = page.getByRole('alertdialog', { name: 'Descartar alterações?' });
    await expect(question).toBeVisible();
    await expectAccessible(page, 'the question whether to discard');
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog).toHaveCount(0);
  });
});
