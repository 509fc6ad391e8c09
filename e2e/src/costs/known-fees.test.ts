import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { ACCOUNT, connects, test } from '../servers/real-mercado-livre';

test('the form reckons with what the connected account pays, and with the table while it is not told', {
  tag: '@release',
}, async ({ page, seller, market }) => {
  const account = market.registerSeller({ nickname: ACCOUNT, modelo: 'user_product' });
  market.setCommission('MLB196208', 16);
  market.setReputation(account, 'orange_red');
  await seller.opens('Integrações');
  await connects(page, 'Conectar Mercado Livre');
  const api = await Api.of(page);
  await api.call('PUT', '/custos', {
    ...{ regime: 'mei', reputacao_ml: 'green', logistica_ml: 'xd_drop_off' },
    categoria_ml: 'Casa, Móveis e Decoração',
  });
  await seller.hasSupplier('Distribuidora Central');
  await seller.hasProduct({
    nome: 'Fone de ouvido',
    fornecedor: 'Distribuidora Central',
    custo: '30',
    precoMl: '79',
    estoque: '4',
  });
  const [product] = await api.call('GET', '/produtos');
  await page.goto(`/produtos?porque=${product.id}.mercadolivre`);
  const whyCard = page.getByRole('dialog', { name: 'Por que este número?' });
  await expect(whyCard).toContainText('Quanto sobra de uma venda de Fone de ouvido hoje');
  await expect(whyCard).toContainText('Pelas tarifas da tabela; as da sua conta aparecem no formulário');
  await expectAccessible(page, 'why a net value is what it is, with a connected account');
  await page.keyboard.press('Escape');
  await expect(whyCard).toHaveCount(0);
  await page.getByRole('button', { name: 'Editar Fone de ouvido' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar Produto' });
  const ml = dialog.getByRole('region', { name: 'Quanto sobra: Mercado Livre' });
  await ml.getByRole('button', { name: 'Informar' }).click();
  await dialog.getByLabel('Peso embalado (g)').fill('800');
  await ml.getByRole('button', { name: 'Por que este número?' }).click();
  const why = ml.getByRole('table', { name: 'Do preço ao que sobra' });
  await expect(why.getByRole('row', { name: 'Tarifa de venda' })).toHaveText(
    /Consultado na sua conta em \d{2}\/\d{2} às \d{2}:\d{2}.*-R\$ 12,64/,
  );
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/desde 24\/08\/2026.*-R\$ 14,45/);
  await expect(ml.getByText('Informe as medidas para consultar o frete na sua conta.')).toBeVisible();

  await dialog.getByLabel('Altura (cm)').fill('10');
  await dialog.getByLabel('Largura (cm)').fill('20');
  await dialog.getByLabel('Comprimento (cm)').fill('20');
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/Consultado na sua conta.*-R\$ 28,90/);
  await expect(ml.getByText('Líquido estimado R$ 7,46')).toBeVisible();
  await expectAccessible(page, 'a form with the fees of the account');

  market.fail({ path: /listing_prices$/, times: Number.POSITIVE_INFINITY, failure: { status: 503 } });
  await dialog.getByLabel('Preço ML *').fill('120');
  await expect(
    ml.getByText('O Mercado Livre não respondeu: por enquanto valem as tarifas da tabela.'),
  ).toBeVisible();
  await expect(why.getByRole('row', { name: 'Tarifa de venda' })).toHaveText(/Regra desde.*-R\$ 13,80/);
  await expect(why.getByRole('row', { name: 'Frete' })).toHaveText(/Regra desde.*-R\$ 19,05/);
  expect(market.violations).toEqual([]);
});
