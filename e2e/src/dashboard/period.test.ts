import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

test('a period says what each cost takes, which orders make each figure, and closes its month; every figure opens the rows that make it, by keyboard, and on a phone', {
  tag: '@release',
}, async ({ page, seller }) => {
  await seller.opens('Dashboard');
  const api = await Api.of(page);
  await api.call('PUT', '/custos', {
    ...{ regime: 'simples', receita_12_meses: 180_000, embalagem: 1.5, reputacao_ml: 'green' },
    ...{ logistica_ml: 'xd_drop_off', categoria_ml: 'Casa, Móveis e Decoração' },
  });
  const id = await api.publishesProduct('Luminária', {
    ...{ preco_fornecedor: 30, preco_venda_ml: 79, custos: { peso_g: 800 } },
  });
  for (let sale = 0; sale < 2; sale += 1) await api.sells(id);
  await page.goto('/?periodo=hoje');
  const period = page.getByRole('region', { name: 'Período', exact: true });
  const lines = [
    /^Nome/,
    /Receita de 2 pedidosR\$.158,00100,0%/,
    /Tarifa de venda−R\$.18,1811,5%/,
    /Frete−R\$.28,9018,3%/,
    /Imposto−R\$.6,324,0%/,
    /Embalagem−R\$.3,001,9%/,
    /Custo do fornecedor−R\$.60,0038,0%/,
    /Líquido estimadoR\$.41,6026,3%/,
  ];
  await expect(page.getByRole('region', { name: 'O que cada custo leva' }).getByRole('row')).toHaveText(
    lines,
  );
  await expectAccessible(page, 'what each cost takes');

  await period.getByRole('button', { name: /, líquido: por que este número/ }).click();
  const why = page.getByRole('dialog', { name: 'Por que este número?' });
  await expect(why.getByRole('row')).toHaveText(lines);
  await expect(why.getByRole('listitem')).toHaveText([
    /LumináriaR\$.20,80Pedido #.*R\$.79,00 − R\$.58,20, estimado/,
    /LumináriaR\$.20,80Pedido #.*R\$.79,00 − R\$.58,20, estimado/,
  ]);
  await expect(why.getByText(/^SomaR\$.41,60$/)).toBeVisible();
  await expectAccessible(page, 'why a figure is what it is');
  await page.goBack();
  await expect(why).toHaveCount(0);
  await page.getByRole('button', { name: 'Luminária', exact: true }).click();
  await expect(why).toContainText(/Luminária: líquido, .*: R\$.41,60/);
  await page.keyboard.press('Escape');

  await period.getByRole('button', { name: 'Exportar' }).click();
  const exported = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = await readFile(await (await exported).path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3);

  await period.getByRole('button', { name: 'Fechamento do mês' }).click();
  const closing = page.getByRole('dialog', { name: 'Fechamento do mês' });
  await expect(closing).toContainText('Sem vendas neste mês.');
  await closing.getByLabel('Mês').selectOption({ index: 0 });
  await expect(closing).toContainText('Parcial: o mês ainda não terminou.');
  await expect(closing.getByRole('row')).toHaveText(lines);
  await expectAccessible(page, "a month's closing");
  await closing.getByRole('button', { name: /, receita: por que este número/ }).click();
  await expect(why.getByText(/^SomaR\$.158,00$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(closing).toContainText('Parcial: o mês ainda não terminou.');
  await expect(page).toHaveURL(/fechamento=\d{4}-\d{2}/);
  const downloaded = page.waitForEvent('download');
  await closing.getByRole('button', { name: 'Baixar PDF' }).click();
  const pdf = await downloaded;
  expect(pdf.suggestedFilename()).toMatch(/^fechamento-\d{4}-\d{2}\.pdf$/);
  expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await test.step('every figure of the dashboard opens the rows that make it, by keyboard, and on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/?periodo=hoje');
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth;
    const ask = async (name: string | RegExp, rows: RegExp[], sum: RegExp) => {
      const button = page.getByRole('button', { name });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(why.getByRole('listitem')).toHaveText(rows);
      await expect(why.getByText(sum)).toBeVisible();
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
      await expectAccessible(page, `the rows of ${name}`);
      await page.keyboard.press('Escape');
      await expect(why).toHaveCount(0);
      await expect(button).toBeFocused();
    };
    const month = String.raw`[a-zç]+ de \d{4} · Mercado Livre`;
    await ask(/, Total de Vendas: por que este número/, [new RegExp(`^${month}2$`)], /^Soma2$/);
    await ask(
      /, Receita Total: por que este número/,
      [new RegExp(`^${month}R\\$.158,00$`)],
      /^SomaR\$.158,00$/,
    );
    await ask(/, Lucro Total: por que este número/, [new RegExp(`^${month}R\\$.98,00$`)], /^SomaR\$.98,00$/);
    await ask(/, Pedidos Pendentes: por que este número/, [new RegExp(`^${month}2$`)], /^Soma2$/);
    await ask(/^2, vendas no Mercado Livre/, [new RegExp(`^${month}2$`)], /^Soma2$/);
    await ask(/^2 unidades, Luminária/, [/^[a-zç]+ de \d{4}2 unidades$/], /^Soma2 unidades$/);

    const freight = /^LumináriaR\$.14,45Pedido #.*de R\$.79,00, estimado$/;
    await ask(/^−R\$.28,90, Frete/, [freight, freight], /^SomaR\$.28,90$/);
    const order = /^LumináriaR\$.79,00Pedido #.*1 unidade$/;
    await ask(/^R\$.158,00, Receita de 2 pedidos/, [order, order], /^SomaR\$.158,00$/);
    await ask(/^R\$.158,00, receita de Luminária/, [order, order], /^SomaR\$.158,00$/);
    await period.getByText('Ver como tabela').click();
    await ask(/^R\$.158,00, receita, \d\d\/\d\d:/, [order, order], /^SomaR\$.158,00$/);
    await page.getByRole('button', { name: /^R\$.0,00, receita no período anterior/ }).click();
    await expect(why).toContainText('Nenhum pedido');
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: /^2 vendas em/ }).click();
    await expect(why).toContainText(/^.*Vendas, .*: 2/);
    await expect(page).toHaveURL(/periodo=datas.*porque=vendas/);
  });
});
