import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

test('the form says what remains of a price, why, and where a higher price leaves less', {
  tag: '@release',
}, async ({ page, seller }) => {
  await seller.hasSupplier('Distribuidora Central');
  await seller.hasProduct({
    nome: 'Luminária',
    fornecedor: 'Distribuidora Central',
    custo: '30',
    precoMl: '79',
    estoque: '4',
  });
  await page.goto('/produtos');
  await page.getByRole('button', { name: 'Editar Luminária' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  const ml = dialog.getByRole('region', { name: 'Quanto sobra: Mercado Livre' });
  await expect(dialog.getByText(/^Para ver o líquido, falta: .*regime tributário/)).toBeVisible();
  await expectAccessible(page, 'a form that lacks settings');

  const api = await Api.of(page);
  await api.call('PUT', '/custos', {
    regime: 'simples',
    receita_12_meses: 180_000,
    embalagem: 1.5,
    devolucoes: 3,
    perda_devolucao: 20,
    reputacao_ml: 'green',
    logistica_ml: 'xd_drop_off',
    categoria_ml: 'Casa, Móveis e Decoração',
  });
  await page.reload();
  await expect(dialog.getByText('Informe o peso para calcular o frete')).toBeVisible();
  await expect(ml.getByText('Líquido estimado —')).toBeVisible();
  await dialog.getByRole('button', { name: 'Informar' }).click();
  await expect(dialog.getByLabel('Peso embalado (g)')).toBeFocused();
  await page.keyboard.type('800');
  await expect(ml.getByText('Líquido estimado R$ 20,80 · 26,3%')).toBeVisible();
  await expect(ml.getByText('Entre R$ 79,00 e R$ 86,08 você ganha menos do que a R$ 78,99.')).toBeVisible();

  await ml.getByRole('button', { name: 'Por que este número?' }).click();
  const why = ml.getByRole('table', { name: 'Do preço ao que sobra' });
  await expect(why.getByRole('row')).toHaveText([
    /Parte/,
    /Preço.*R\$\s79,00/,
    /Tarifa de venda.*desde 01\/01\/2025.*−R\$\s9,09/,
    /Frete.*desde 24\/08\/2026.*−R\$\s14,45/,
    /Imposto.*−R\$\s3,16/,
    /Embalagem.*Informado por você.*−R\$\s1,50/,
    /Custo do fornecedor.*Informado por você.*−R\$\s30,00/,
    /Sobra.*R\$\s20,80/,
  ]);
  await expect(ml.getByText('Com 3,0% de devoluções, cada venda deixa em média R$ 19,52.')).toBeVisible();
  const walk = ml.getByRole('slider', { name: 'Preço no gráfico' });
  await walk.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(walk).toHaveAttribute('aria-valuetext', /^R\$\s78,99: sobram R\$\s26,80$/);
  await ml.getByRole('button', { name: 'Ver como tabela' }).click();
  await expect(ml.getByRole('row', { name: 'R$ 49,00 a R$ 78,99' })).toContainText('R$ 1,45 a R$ 26,80');
  await expectAccessible(page, 'an open waterfall with its curve');
  await ml.getByLabel('Margem líquida desejada, em %').fill('30');
  await expect(ml.getByText('R$ 45,74')).toBeVisible();
  await expect(ml.getByText('R$ 73,30')).toBeVisible();
  await ml.getByRole('button', { name: 'Usar: Preço para margem' }).click();
  await expect(dialog.getByLabel('Preço ML *')).toHaveValue('73,30');
  await dialog.getByRole('button', { name: 'Atualizar' }).click();
  await seller.seesToast('Produto atualizado!');
  await expect(seller.card('Luminária').getByText('Líquido estimado R$ 21,99 · 30,0%')).toBeVisible();

  const dialogOfCard = page.getByRole('dialog', { name: 'Por que este número?' });
  const whyCard = page.getByRole('button', {
    name: 'Por quê? Líquido estimado de Luminária, Mercado Livre',
  });
  await whyCard.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOfCard).toContainText(
    /Preço.*R\$.73,30.*Tarifa de venda.*−R\$.8,43.*Frete.*−R\$.8,45.*Líquido estimado.*R\$.21,9930,0% do preço/,
  );
  await expectAccessible(page, 'why the net value of a card is what it is');
  await page.keyboard.press('Escape');
  await expect(whyCard).toBeFocused();
  await page.setViewportSize({ width: 1920, height: 900 });
  await page.getByRole('button', { name: 'Tabela' }).click();
  const whyRow = page.getByRole('button', {
    name: /R\$.21,99 30,0%.*Líquido de Luminária: por que este número/,
  });
  await whyRow.focus();
  await page.keyboard.press('Enter');
  await expect(dialogOfCard.getByRole('region', { name: 'Mercado Livre' })).toContainText(/R\$.21,99/);
  await expect(dialogOfCard.getByRole('region', { name: 'Amazon' })).toContainText(
    'O produto não tem preço neste marketplace.',
  );
  await expectAccessible(page, 'why the net value of a row is what it is');
  await page.keyboard.press('Escape');
  await expect(whyRow).toBeFocused();
  await page.getByRole('button', { name: 'Cartões' }).click();
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.getByRole('button', { name: 'Editar Luminária' }).click();
  await expect(ml.getByText('Líquido estimado R$ 21,9')).toBeVisible();
  await dialog.getByRole('button', { name: 'Duplicar' }).click();
  const copy = page.getByRole('dialog', { name: 'Novo Produto' });
  await expect(copy.getByText('Líquido estimado R$ 21,9')).toBeVisible();
});
