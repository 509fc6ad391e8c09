import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

const CONFLICT = 'Este fornecedor foi alterado por outra pessoa. Veja o valor atual antes de salvar.';

async function openForm(page: Page) {
  await page.goto('/fornecedores');
  await page.getByRole('button', { name: 'Editar Atacado Sul' }).click();
  return page.getByRole('dialog', { name: 'Editar Fornecedor' });
}

test.describe('a supplier that is open in two tabs', { tag: '@release' }, () => {
  test.beforeEach(async ({ page, seller }) => {
    await seller.hasSupplier('Atacado Sul');
    const api = await Api.of(page);
    const [{ id }] = await api.call('GET', '/fornecedores');
    await api.call('PUT', `/fornecedores/${id}`, {
      nome: 'Atacado Sul',
      telefone: '(51) 3333-0000',
      dados_pagamento: 'Pix: antiga',
    });
  });

  test('has afterwards what each of them changed', async ({ page, context, seller }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    await first.getByLabel('Dados de Pagamento').fill('Pix: nova');
    await first.getByRole('button', { name: 'Atualizar' }).click();
    await seller.seesToast('Fornecedor atualizado!');
    await second.getByLabel('Telefone').fill('(51) 4444-0000');
    await second.getByRole('button', { name: 'Atualizar' }).click();
    await expect(second).toHaveCount(0);
    const card = other.getByRole('listitem').filter({ hasText: 'Atacado Sul' });
    await expect(card.getByText('Pix: nova')).toBeVisible();
    await expect(card.getByText('(51) 4444-0000')).toBeVisible();
  });

  test('shows both values where both changed one, saves what is chosen, and loses nothing typed', async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    const [first, second] = [await openForm(page), await openForm(other)];
    await first.getByLabel('Dados de Pagamento').fill('Pix: nova');
    await first.getByLabel('Telefone').fill('(51) 5555-0000');
    await first.getByRole('button', { name: 'Atualizar' }).click();
    await expect(first).toHaveCount(0);
    await second.getByLabel('Dados de Pagamento').fill('Pix: minha');
    await second.getByLabel('Telefone').fill('(51) 4444-0000');
    await second.getByLabel('Contato Adicional').fill('Ana');
    await second.getByRole('button', { name: 'Atualizar' }).click();
    await expect(second.getByText(CONFLICT)).toBeVisible();
    await expect(other.getByText('Erro ao salvar fornecedor')).toHaveCount(0);
    const payment = second.getByRole('group', { name: 'Dados de Pagamento' });
    await expect(payment.getByRole('radio', { name: /Pix: nova/ })).not.toBeChecked();
    await expectAccessible(other, 'a form with conflicts');

    await second.getByRole('button', { name: 'Atualizar' }).click();
    await expect(second.getByText('Escolha um dos valores de cada campo.')).toBeVisible();
    await payment.getByRole('radio', { name: /Pix: nova/ }).check();
    await expect(second.getByLabel('Dados de Pagamento', { exact: true })).toHaveValue('Pix: nova');
    await payment.getByRole('radio', { name: /Pix: minha/ }).check();
    await expect(second.getByLabel('Dados de Pagamento', { exact: true })).toHaveValue('Pix: minha');
    await payment.getByRole('radio', { name: /Pix: nova/ }).check();
    const phone = second.getByRole('group', { name: 'Telefone' });
    await phone.getByRole('radio', { name: /4444/ }).check();
    await second.getByRole('button', { name: 'Atualizar' }).click();
    await expect(second).toHaveCount(0);
    const [saved] = await (await Api.of(page)).call('GET', '/fornecedores');
    expect(saved).toMatchObject({
      dados_pagamento: 'Pix: nova',
      telefone: '(51) 4444-0000',
      contato: 'Ana',
    });
  });

  test('is asked about too when what was typed was left and given back', async ({ page }) => {
    const form = await openForm(page);
    await form.getByLabel('Dados de Pagamento').fill('Pix: minha');
    await page.goBack();
    const api = await Api.of(page);
    const [{ id }] = await api.call('GET', '/fornecedores');
    await api.call('PUT', `/fornecedores/${id}`, { nome: 'Atacado Sul', dados_pagamento: 'Pix: nova' });
    await openForm(page);
    await expect(form.getByLabel('Dados de Pagamento')).toHaveValue('Pix: minha');
    await form.getByRole('button', { name: 'Atualizar' }).click();
    await expect(form.getByText(CONFLICT)).toBeVisible();
    await expect(form.getByRole('radio', { name: /Pix: nova/ })).toBeVisible();
  });
});
