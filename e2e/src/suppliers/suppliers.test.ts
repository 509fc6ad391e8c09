import { expect } from '@playwright/test';
import { watchCalls } from '../failures/broken-server';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

test.describe('suppliers', () => {
  test('an empty list says how to begin', async ({ page, seller }) => {
    await seller.opens('Fornecedores');
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
    await expect(page.getByText('Adicione seu primeiro fornecedor para começar')).toBeVisible();
  });

  test('a supplier is edited and shows what it has', async ({ page, seller }) => {
    await seller.hasSupplier('Atacado Sul');
    await seller.opens('Fornecedores');
    await seller.card('Atacado Sul').getByRole('button', { name: 'Editar Atacado Sul' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Fornecedor' });
    await dialog.getByLabel('Email').fill('vendas@sul.com.br');
    await dialog.getByLabel('Telefone').fill('(51) 3333-0000');
    await dialog.getByLabel('Dados de Pagamento').fill('Pix: sul');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Fornecedor atualizado!');
    const card = seller.card('Atacado Sul');
    const links = { 'vendas@sul.com.br': 'mailto:vendas@sul.com.br', '(51) 3333-0000': 'tel:+555133330000' };
    for (const [name, href] of Object.entries(links)) {
      await expect(card.getByRole('link', { name })).toHaveAttribute('href', href);
    }
    await expect(card.getByText('Pix: sul')).toBeVisible();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.getByRole('button', { name: 'Copiar dados de pagamento de Atacado Sul' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Pix: sul');
  });

  test('a supplier with nothing but a name says so, and breaks no rule of accessibility', async ({
    page,
    seller,
  }) => {
    await seller.hasSupplier('Atacado Oeste');
    await seller.opens('Fornecedores');
    await expect(seller.card('Atacado Oeste').getByText('Sem dados de contato')).toBeVisible();
    await expectAccessible(page, 'a supplier without facts');
  });

  test('deleting asks first, and cancelling keeps the supplier', async ({ page, seller }) => {
    await seller.hasSupplier('Atacado Norte');
    await seller.opens('Fornecedores');
    const remove = seller.card('Atacado Norte').getByRole('button', { name: 'Deletar Atacado Norte' });
    await remove.click();
    const question = page.getByRole('alertdialog', {
      name: 'Tem certeza que deseja deletar este fornecedor?',
    });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(seller.card('Atacado Norte')).toHaveCount(1);
    await remove.click();
    await question.getByRole('button', { name: 'Deletar' }).click();
    await seller.seesToast('Fornecedor deletado!');
    await expect(page.getByText('Nenhum fornecedor cadastrado')).toBeVisible();
  });

  test('a search that finds nothing leads back to all, and the keyboard goes on in the search', async ({
    page,
    seller,
  }) => {
    await seller.hasSupplier('Atacado Sul');
    await page.goto('/fornecedores?busca=inexistente');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await expect(seller.card('Atacado Sul')).toBeVisible();
    await expect(page).toHaveURL('/fornecedores');
    await expect(page.getByLabel('Buscar fornecedores')).toBeFocused();
  });

  test('one with products stays, and the toast says why', async ({ page, seller }) => {
    await seller.hasSupplier('Atacado Leste');
    await seller.hasProduct({
      nome: 'Copo',
      fornecedor: 'Atacado Leste',
      custo: '1',
      precoMl: '2',
      estoque: '1',
    });
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Deletar Atacado Leste' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deletar' }).click();
    await seller.seesToast(/Erro ao deletar fornecedor.*Fornecedor possui 1 produto\(s\) vinculado\(s\)/s);
    await expect(seller.card('Atacado Leste')).toBeVisible();
  });

  test('the dialog refuses a nameless supplier and a wrong e-mail under their fields', async ({
    page,
    seller,
  }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await dialog.getByLabel('Email').fill('errado');
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await expect(dialog.getByText('Campo obrigatório')).toBeVisible();
    await expect(dialog.getByText('E-mail inválido')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  test('a supplier that could not be saved stays in its form, is told, and is not sent again by itself', async ({
    page,
    seller,
  }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    await page.getByLabel('Nome *').fill('Central');
    const sent = watchCalls(page, 'suppliers.create');
    await page.route('**/trpc/suppliers.create**', (route) => route.abort());
    await page.getByRole('button', { name: 'Criar', exact: true }).click();
    await seller.seesToast('Erro ao salvar fornecedor');
    await expect(page.getByLabel('Nome *')).toHaveValue('Central');
    expect(sent).toHaveLength(1);
  });
});
