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

test('a supplier that is open in two tabs shows both values where both changed one, saves what is chosen and what either changed alone, and loses nothing typed', {
  tag: '@release',
}, async ({ page, context, seller: _ }) => {
  const api = await Api.of(page);
  await api.call('POST', '/fornecedores', {
    ...{ nome: 'Atacado Sul', telefone: '(51) 3333-0000', dados_pagamento: 'Pix: antiga' },
  });
  const other = await context.newPage();
  const [first, second] = await Promise.all([openForm(page), openForm(other)]);
  await first.getByLabel('Dados de Pagamento').fill('Pix: nova');
  await first.getByLabel('Telefone').fill('(51) 5555-0000');
  await first.getByLabel('Email').fill('vendas@sul.com.br');
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
  const card = other.getByRole('listitem').filter({ hasText: 'Atacado Sul' });
  for (const text of ['Pix: nova', '(51) 4444-0000', 'vendas@sul.com.br'])
    await expect(card.getByText(text)).toBeVisible();
  const [saved] = await api.call('GET', '/fornecedores');
  expect(saved).toMatchObject({
    ...{ dados_pagamento: 'Pix: nova', telefone: '(51) 4444-0000', contato: 'Ana' },
    email: 'vendas@sul.com.br',
  });
});
