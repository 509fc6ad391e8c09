import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const LAMP = {
  nome: 'Luminária Articulada',
  fornecedor: 'Distribuidora Central',
  custo: '35',
  precoMl: '99',
  precoAmazon: '109.90',
  estoque: '4',
};

test.describe('prices in the product form', () => {
  // There a number field takes the comma out of `59,90` without a word.
  test.use({ locale: 'en-US' });

  test('a price typed or pasted the Brazilian way is that price, also in a browser that speaks English', async ({
    page,
    seller,
  }) => {
    expect(await page.evaluate(() => navigator.language)).toMatch(/^en/);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await seller.hasSupplier('Distribuidora Central');
    await page.goto('/produtos?novo=1');
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

  test('a price of more than ten times the cost is asked about once', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.hasProduct(LAMP);
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await expect(dialog.getByLabel('Preço Amazon')).toHaveValue('109,90');
    await dialog.getByLabel('Preço ML *').fill('1.234,56');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'O preço passa de dez vezes o custo. Está certo?',
    });
    await expect(question).toContainText('Preço ML: R$ 1.234,56 · Custo: R$ 35,00');
    await expectAccessible(page, 'the question about a price far above the cost');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('1.234,56');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await question.getByRole('button', { name: 'Salvar assim mesmo' }).click();
    await seller.seesToast('Produto atualizado!');
    await page.getByRole('button', { name: 'Editar Luminária Articulada' }).click();
    await dialog.getByLabel('Nome do Produto *').fill('Luminária');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await expect(seller.card('Luminária')).toBeVisible();
  });
});

test.describe('a half-typed form', () => {
  const typesName = async (page: Page, name: string) => {
    const dialog = page.getByRole('dialog', { name: 'Novo Produto' });
    await dialog.getByLabel('Nome do Produto *').fill(name);
    await dialog.getByLabel('Preço ML *').fill('59,90');
    return dialog;
  };

  test('is closed by Back, which leaves the page where it is, and opens again as it was', async ({
    page,
    seller,
  }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = await typesName(page, 'Caneca');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await expect(dialog.getByText('O que você tinha digitado está de volta.')).toBeVisible();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('Caneca');
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('59,90');
    await expectAccessible(page, 'a form that was given back');
    await dialog.getByRole('button', { name: 'Começar de novo' }).click();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('');
    await expect(dialog.getByLabel('Preço ML *')).toHaveValue('');
  });

  test('asks on Esc and on a click beside, and is gone once it is discarded', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = await typesName(page, 'Caneca');
    const question = page.getByRole('alertdialog', { name: 'Descartar alterações?' });
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await expectAccessible(page, 'the question whether to discard');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('Caneca');
    await page.mouse.click(5, 5);
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog).toHaveCount(0);
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(question).toHaveCount(0);
  });

  test('is given back after the session ended while it was saved, to the same seller', async ({
    page,
    seller,
  }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = await typesName(page, 'Caneca');
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Distribuidora Central');
    await dialog.getByLabel('Preço Fornecedor *').fill('20');
    await dialog.getByLabel('Estoque *').fill('3');
    await page.route('**/trpc/products.create*', (route) =>
      route.fulfill({
        status: 401,
        json: [{ error: { message: 'x', code: -32001, data: { httpStatus: 401, detail: 'x' } } }],
      }),
    );
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await expect(page).toHaveURL('/login');
    // Requests that are under way when the interception ends may never be answered.
    await expect(page.getByLabel('Email')).toBeVisible();
    await page.unroute('**/trpc/products.create*');
    await seller.signIn();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('Caneca');
    await expect(dialog.getByLabel('Fornecedor *', { exact: true })).toHaveValue(/./);
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await seller.seesToast('Produto criado!');
    await expect(seller.card('Caneca')).toBeVisible();
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    await expect(dialog.getByLabel('Nome do Produto *')).toHaveValue('');
  });

  test('of a product keeps a sale made meanwhile', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.hasProduct(LAMP);
    await seller.opens('Produtos');
    await seller.card(LAMP.nome).getByRole('button', { name: 'Publicar no ML' }).click();
    await page.getByRole('button', { name: `Editar ${LAMP.nome}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
    await dialog.getByLabel('Estoque *').fill('10');
    await page.goBack();
    await seller.card(LAMP.nome).getByRole('button', { name: 'Simular Venda' }).click();
    await expect(seller.card(LAMP.nome).getByText('3, estoque baixo')).toBeVisible();
    await page.getByRole('button', { name: `Editar ${LAMP.nome}` }).click();
    await expect(dialog.getByLabel('Estoque *')).toHaveValue('10');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await expect(seller.card(LAMP.nome).getByText('9', { exact: true })).toBeVisible();
  });

  test('of a supplier is kept and asked about alike', async ({ page, seller }) => {
    await seller.hasSupplier('Distribuidora Central');
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Editar Distribuidora Central' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Fornecedor' });
    await dialog.getByLabel('Telefone').fill('11 98888-7777');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Editar Distribuidora Central' }).click();
    await expect(dialog.getByLabel('Telefone')).toHaveValue('11 98888-7777');
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog', { name: 'Descartar alterações?' })
      .getByRole('button', { name: 'Descartar' })
      .click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Editar Distribuidora Central' }).click();
    await expect(dialog.getByLabel('Telefone')).toHaveValue('');
  });
});
