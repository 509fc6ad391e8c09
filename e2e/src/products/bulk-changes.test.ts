import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';
import { fillCatalogue } from '../servers/many-products';

test('many products change at once: previewed, applied, taken back at once and later, by mouse and by keyboard', {
  tag: '@release',
}, async ({ page, seller }) => {
  await fillCatalogue(page, 3);
  const api = await Api.of(page);
  const prices = async () => {
    const products = await api.call('GET', '/produtos');
    return products.map((product: { preco_venda_amazon: number | null }) => product.preco_venda_amazon);
  };
  await seller.opens('Produtos');
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
  await page.getByRole('button', { name: 'Alterar preços' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alterar preços' });
  await expect(dialog.getByRole('checkbox', { name: 'Amazon' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Mercado Livre' }).uncheck();
  await dialog.getByLabel('Como').selectOption('Diminuir em %');
  await dialog.getByRole('button', { name: 'Ver prévia' }).click();
  await expect(dialog.getByText('Campo obrigatório')).toBeVisible();
  await expect(dialog.getByLabel('Valor (%)')).toBeFocused();
  await dialog.getByLabel('Valor (%)').fill('80');
  await dialog.getByLabel('Terminar em').selectOption(',90');
  await dialog.getByRole('button', { name: 'Ver prévia' }).click();

  await expect(
    dialog.getByText(/^1 preço vai mudar · .R\$\s56,00 · 1 com prejuízo · 2 com erro$/),
  ).toBeVisible();
  const lines = dialog.getByRole('listitem');
  await expect(lines.first()).toContainText('Produto 1');
  await expect(lines.first()).toContainText('R$ 69,90');
  await expect(lines.first()).toContainText('R$ 13,90');
  await expect(lines.first()).toContainText('Prejuízo R$ 6,60');
  await expect(lines.filter({ hasText: 'Sem preço Amazon' })).toHaveCount(2);
  await expectAccessible(page, 'the preview of a change');
  expect(await prices()).toEqual([null, 69.9, null]);

  await dialog.getByRole('button', { name: 'Aplicar a 1 produto' }).click();
  await expect(dialog.getByText('1 produto alterado')).toBeVisible();
  expect(await prices()).toEqual([null, 13.9, null]);
  await expectAccessible(page, 'the result of a change');
  await dialog.getByRole('button', { name: 'Desfazer' }).click();
  await expect(dialog.getByText('1 produto restaurado')).toBeVisible();
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  expect(await prices()).toEqual([null, 69.9, null]);

  await test.step('by keyboard alone, given back after Back, and taken back later under Alterações recentes', async () => {
    await page.getByRole('button', { name: 'Alterar estoque' }).click();
    const stock = page.getByRole('dialog', { name: 'Alterar estoque' });
    await stock.getByLabel('Valor (un.)').fill('8');
    await page.goBack();
    await expect(stock).toHaveCount(0);
    await seller.seesHeading('Produtos');
    await page.getByRole('button', { name: 'Alterar estoque' }).click();
    await expect(stock.getByText('O que você tinha digitado está de volta.')).toBeVisible();
    await expect(stock.getByLabel('Valor (un.)')).toHaveValue('8');
    await expectAccessible(page, 'a change given back');
    await stock.getByRole('button', { name: 'Começar de novo' }).click();
    await page.keyboard.press('Escape');
    await expect(stock).toHaveCount(0);

    await page.getByRole('button', { name: 'Alterar preços' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Valor (%)').focus();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByText('4 preços vão mudar · em média +R$ 6,25 · nenhum com prejuízo'),
    ).toBeFocused();
    await dialog.getByRole('button', { name: 'Aplicar a 3 produtos' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('3 produtos alterados')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('R$ 65,90')).toHaveCount(3);
    await expect(page.getByText('R$ 76,90')).toHaveCount(1);

    await page.getByRole('button', { name: 'Limpar' }).click();
    await page.getByRole('button', { name: 'Alterações recentes' }).click();
    const recent = page.getByRole('dialog', { name: 'Alterações recentes' });
    await recent.getByRole('button', { name: 'Desfazer Preços · 3 produtos' }).focus();
    await page.keyboard.press('Enter');
    await expect(recent.getByText('3 produtos restaurados')).toBeVisible();
    await expect(recent.getByText('Desfeita')).toHaveCount(2);
    await expectAccessible(page, 'recent changes');
    await recent.getByRole('button', { name: 'Concluir' }).click();
    await expect(page.getByText('R$ 59,90')).toHaveCount(3);
  });
});

test('a change of many brings prices to a net margin, names who lacks a weight, and takes it back', {
  tag: '@release',
}, async ({ page, seller }) => {
  await fillCatalogue(page, 2);
  const api = await Api.of(page);
  await api.call('PUT', '/custos', {
    ...{ regime: 'simples', receita_12_meses: 180_000, reputacao_ml: 'green' },
    ...{ logistica_ml: 'xd_drop_off', categoria_ml: 'Casa, Móveis e Decoração' },
  });
  const prices = async () => {
    const products = await api.call('GET', '/produtos');
    return products.map((product: { preco_venda_ml: number }) => product.preco_venda_ml);
  };
  const [first] = await api.call('GET', '/produtos');
  await api.call('PUT', `/produtos/${first.id}`, { ...first, custos: { peso_g: 800 } });
  const before = await prices();
  await page.setViewportSize({ width: 390, height: 844 });
  await seller.opens('Produtos');
  await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
  await page.getByRole('button', { name: 'Alterar preços' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Alterar preços' });
  await dialog.getByRole('checkbox', { name: 'Amazon' }).uncheck();
  await dialog.getByLabel('Como').selectOption('Definir pela margem líquida');
  await dialog.getByLabel('Terminar em').selectOption(',90');
  await dialog.getByLabel('Valor (%)').focus();
  await page.keyboard.type('20');
  await page.keyboard.press('Enter');
  await expect(
    dialog.getByText(/^1 preço vai mudar · .R\$.[\d,]+ · sem prejuízo · 1 com erro$/),
  ).toBeFocused();
  const line = dialog.getByRole('listitem').filter({ hasText: first.nome });
  await expect(line).toContainText(/R\$.\d+,90.*Líquido.*R\$.\d+,\d\d · margem 2\d,\d%/);
  await expect(dialog.getByText('Informe o peso para calcular o frete')).toBeVisible();
  const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  await expectAccessible(page, 'the preview of a net margin');
  expect(await prices()).toEqual(before);
  await dialog.getByRole('button', { name: 'Aplicar a 1 produto' }).click();
  await expect(dialog.getByText('1 produto alterado')).toBeVisible();
  expect(await prices()).not.toEqual(before);
  await dialog.getByRole('button', { name: 'Desfazer' }).click();
  await expect(dialog.getByText('1 produto restaurado')).toBeVisible();
  expect(await prices()).toEqual(before);
});

test('the prices of one supplier on both marketplaces rise by 5 % in 8 actions', { tag: '@release' }, async ({
  page,
  seller,
}) => {
  await fillCatalogue(page, 2);
  await seller.opens('Dashboard');
  let actions = 0;
  const act = async (action: Promise<unknown>) => {
    actions += 1;
    await action;
  };
  const button = (name: string) => page.getByRole('button', { name }).click();
  await act(seller.opens('Fornecedores'));
  await act(page.getByRole('link', { name: '2 produtos' }).click());
  await act(page.getByRole('checkbox', { name: 'Selecionar os 2 filtrados' }).check());
  await act(button('Alterar preços'));
  await act(page.getByLabel('Valor (%)').fill('5'));
  await act(button('Ver prévia'));
  await expect(page.getByText('3 preços vão mudar · em média +R$ 3,17 · nenhum com prejuízo')).toBeVisible();
  await act(button('Aplicar a 2 produtos'));
  await expect(page.getByText('2 produtos alterados')).toBeVisible();
  await act(button('Concluir'));
  expect(actions).toBeLessThanOrEqual(8);
  const products = await (await Api.of(page)).call('GET', '/produtos');
  const prices = products.map((product: { preco_venda_ml: number; preco_venda_amazon: number | null }) => [
    product.preco_venda_ml,
    product.preco_venda_amazon,
  ]);
  expect(prices).toHaveLength(2);
  expect(prices).toEqual(
    expect.arrayContaining([
      [62.9, 73.4],
      [62.9, null],
    ]),
  );
});
