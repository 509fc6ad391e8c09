import { expect } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

test('a new seller is led from the first supplier to a delivered order, and on from there to what waits', async ({
  page,
  seller,
}) => {
  await seller.opens('Dashboard');
  const api = await Api.of(page);
  const steps = page.getByRole('region', { name: 'Primeiros passos' });
  const expectDone = async (count: number, next: string) => {
    await expect(steps.getByLabel('Concluído')).toHaveCount(count);
    await expect(steps.getByLabel('A fazer')).toHaveCount(5 - count);
    await expect(steps.getByRole('link', { name: next })).toBeVisible();
  };
  await expectDone(0, 'Adicionar Fornecedor');
  await expect(steps.getByRole('link')).toHaveCount(5);
  await seller.hasSupplier('Distribuidora Central');
  await page.reload();
  await expectDone(1, 'Adicionar Produto');
  await expectAccessible(page, 'the first steps');
  const id = await api.publishesProduct('Cadeira');
  await page.reload();
  await expectDone(3, 'Simular uma venda');
  // The list follows a sale and the steps of its order by itself.
  await api.sells(id);
  await expectDone(4, 'Ver pedidos');
  await expect(page.getByText('Vendas por Mês')).toBeVisible();
  const [order] = await api.call('GET', '/pedidos');
  for (const step of ['aprovar', 'enviar-fornecedor', 'pagar', 'enviado-cliente', 'entregue'])
    await api.call('POST', `/pedidos/${order.id}/${step}`);
  const later = page.getByRole('region', { name: 'Próximos passos' });
  await expect(later.getByRole('link')).toHaveText(['Assinar', 'Conectar conta']);
  await expect(steps).toHaveCount(0);
  await expectAccessible(page, 'the next steps');

  await test.step('what waits for the seller stands first and leads to its list', async () => {
    const panel = page.getByRole('region', { name: 'O que fazer agora' });
    for (let sale = 0; sale < 3; sale += 1) await api.sells(id);
    const [first, second] = await api.call('GET', '/pedidos');
    for (const { id } of [first, second]) await api.call('POST', `/pedidos/${id}/aprovar`);
    await api.call('POST', `/pedidos/${first.id}/enviar-fornecedor`);
    await expect(panel.getByRole('link')).toHaveText([
      /^1 pedido a aprovarO mais antigo: (agora|há \d+ min)$/,
      '1 pedido a enviar ao fornecedor',
      /^1 pedido a pagarR\$.25,00$/,
      '1 etiqueta a imprimir',
    ]);
    await expectAccessible(page, 'what to do now');
    await page.setViewportSize({ width: 390, height: 844 });
    const heights = await panel.getByRole('link').evaluateAll((rows) => rows.map((row) => row.clientHeight));
    // Large enough for a thumb, and one line each.
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    expect(Math.max(...heights)).toBeLessThanOrEqual(48);
    await page.setViewportSize({ width: 1280, height: 800 });
    await panel.getByRole('link', { name: '1 pedido a aprovar' }).click();
    await seller.seesHeading('Pedidos');
    await expect(page.getByRole('button', { name: 'Pendentes (1)', pressed: true })).toBeVisible();

    await seller.opens('Dashboard');
    for (const { id, status } of await api.call('GET', '/pedidos')) {
      if (status === 'pendente' || status === 'aprovado')
        await api.call('POST', `/pedidos/${id}/cancelar`, { motivo: 'Teste' });
    }
    await api.call('POST', `/pedidos/${first.id}/pagar`);
    await api.call('POST', `/pedidos/${first.id}/enviado-cliente`);
    await expect(panel.getByText('Tudo em dia.')).toBeVisible();
  });
});

test('the split by marketplace adds up', async ({ page, seller }) => {
  await seller.opens('Dashboard');
  const api = await Api.of(page);
  const id = await api.publishesProduct('Bola', { preco_venda_amazon: 70 });
  await api.call('POST', `/amazon/publicar/${id}`);
  await api.call('POST', `/amazon/simular-venda/${id}`);
  for (let sale = 0; sale < 3; sale += 1) await api.sells(id);
  await page.reload();
  await seller.seesHeading('Dashboard');
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Mercado Livre' }).getByText('75,0%'),
  ).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Amazon' }).getByText('25,0%')).toBeVisible();

  // 3 × 59,90 and 70,00; the costs of none are known.
  const period = page.getByRole('region', { name: 'Período', exact: true });
  await period.getByRole('button', { name: 'Hoje' }).click();
  await expect(page).toHaveURL('/?periodo=hoje');
  await expect(period).toContainText(
    /Vendas4.*Receita(R\$.249,70).*Nenhum pedido tem todos os custos conhecidos/,
  );
  const missing = period.getByRole('region', { name: 'Pedidos sem valor líquido' });
  await expect(missing).toContainText('4 pedidos estão sem valor líquido e não entram no líquido.');
  await expect(missing.getByRole('listitem')).toHaveText([
    /^4 pedidos: informe a categoria para calcular a tarifa · Abrir Custos · Bola$/,
  ]);
  await period.getByText('Ver como tabela').click();
  await expect(
    period.getByRole('region', { name: 'Vendas do período por data' }).getByRole('row'),
  ).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Por produto' }).getByRole('row')).toHaveText([
    'NomeVendasReceitaLucroLíquido',
    /^Bola4R\$.249,70R\$.149,70—$/,
  ]);
  await expectAccessible(page, 'the period');
  // What the seller says later lets the orders of before be computed.
  await api.call('PUT', '/custos', {
    ...{ regime: 'mei', categoria_ml: 'Games', logistica_ml: 'self_service', entrega_propria: 9 },
  });
  await period.getByRole('button', { name: 'Calcular de novo' }).click();
  await seller.seesToast('3 pedidos calculados!');
  await expect(period).toContainText(/LíquidoR\$.31,08.*estimado, de 3 de 4 pedidos/);
});
