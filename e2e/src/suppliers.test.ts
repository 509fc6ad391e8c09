import { describe, expect } from 'vitest';
import { test } from './fixtures';

describe('suppliers', () => {
  test('an empty list says how to begin', async ({ page, seller }) => {
    await seller.opens('Fornecedores');
    await page.getByText('Nenhum fornecedor cadastrado').waitFor();
    await page.getByText('Adicione seu primeiro fornecedor para começar').waitFor();
  });

  test('a supplier is edited and shows what it has', async ({ page, seller }) => {
    await seller.addsSupplier('Atacado Sul');
    await seller.card('Atacado Sul').getByRole('button', { name: 'Editar Atacado Sul' }).click();
    const dialog = page.getByRole('dialog', { name: 'Editar Fornecedor' });
    await dialog.getByLabel('Email').fill('vendas@sul.com.br');
    await dialog.getByLabel('Telefone').fill('(51) 3333-0000');
    await dialog.getByLabel('Dados de Pagamento').fill('Pix: sul');
    await dialog.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Fornecedor atualizado!');
    const card = seller.card('Atacado Sul');
    await card.getByText('vendas@sul.com.br').waitFor();
    await card.getByText('(51) 3333-0000').waitFor();
    await card.getByText('Pix: sul').waitFor();
  });

  test('deleting asks first, and cancelling keeps the supplier', async ({ page, seller }) => {
    await seller.addsSupplier('Atacado Norte');
    const remove = seller.card('Atacado Norte').getByRole('button', { name: 'Deletar Atacado Norte' });
    await remove.click();
    const question = page.getByRole('alertdialog', {
      name: 'Tem certeza que deseja deletar este fornecedor?',
    });
    await question.getByRole('button', { name: 'Cancelar' }).click();
    expect(await seller.card('Atacado Norte').count()).toBe(1);
    await remove.click();
    await question.getByRole('button', { name: 'Deletar' }).click();
    await seller.seesToast('Fornecedor deletado!');
    await page.getByText('Nenhum fornecedor cadastrado').waitFor();
  });

  test('one with products stays, and the toast says why', async ({ page, seller }) => {
    await seller.addsSupplier('Atacado Leste');
    await seller.addsProduct({
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
    await seller.card('Atacado Leste').waitFor();
  });

  test('the dialog refuses a nameless supplier and a wrong e-mail under their fields', async ({
    page,
    seller,
  }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    const dialog = page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await dialog.getByLabel('Email').fill('errado');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Campo obrigatório').waitFor();
    await dialog.getByText('Endereço de e-mail inválido').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});
