import { expect, type Locator } from '@playwright/test';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** The label opens as a PDF without signing in. */
async function expectLabelWithoutSession(order: Locator): Promise<void> {
  const href = await order.getByRole('link', { name: 'Ver Etiqueta ML' }).getAttribute('href');
  const response = await fetch(new URL(href ?? '', order.page().url()));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
}

test('the main job leads from an empty account to a delivered order on the dashboard, whoever clicks twice', async ({
  page,
}) => {
  const seller = Seller.new(page);
  await seller.registers();
  await seller.addsSupplier('Distribuidora São Bento');
  await seller.addsProduct({
    nome: 'Fone Bluetooth',
    fornecedor: 'Distribuidora São Bento',
    custo: '25.00',
    precoMl: '59.90',
    estoque: '100',
  });

  const product = seller.card('Fone Bluetooth');
  await expect(product.getByText('R$ 34,90')).toBeVisible();
  await product.getByRole('button', { name: 'Publicar no ML' }).click();
  await expect(product.getByText('Publicado', { exact: true })).toBeVisible();
  // A second click sells nothing more, and sends nothing on to the supplier.
  await product.getByRole('button', { name: 'Simular Venda' }).dblclick();
  await expect(product.getByText('99', { exact: true })).toBeVisible();

  await seller.opens('Pedidos');
  await expect(page.getByRole('button', { name: 'Pendentes (1)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Todos (1)' })).toBeVisible();
  const order = page.getByRole('region', { name: /^Pedido \d/ });
  await expect(order.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
  await order.getByRole('button', { name: 'Aprovar Pedido' }).dblclick();
  await seller.seesToast('Pedido aprovado!');
  await expect(order.getByText('Aprovado', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Aprovados (1)' })).toBeVisible();
  const steps = [
    ['Enviar ao Fornecedor', 'Pedido enviado ao fornecedor!', 'Enviado ao Fornecedor'],
    ['Confirmar Pagamento', 'Pagamento confirmado!', 'Pago ao Fornecedor'],
    ['Enviado ao Cliente', 'Marcado como enviado ao cliente!', 'Enviado ao Cliente'],
    ['Marcar Entregue', 'Pedido marcado como entregue!', 'Entregue'],
  ] as const;
  for (const [action, toast, status] of steps) {
    await order.getByRole('button', { name: action }).click();
    await seller.seesToast(toast);
    await expect(order.getByText(status, { exact: true }).first()).toBeVisible();
    if (action === 'Enviar ao Fornecedor') await expectLabelWithoutSession(order);
  }
  await expect(order.getByText('Pedido Finalizado')).toBeVisible();

  await order.getByRole('button', { name: 'Histórico' }).click();
  await expect(order.getByText('Pedido recebido')).toBeVisible();
  await expect(order.getByRole('listitem')).toHaveCount(6);

  await seller.opens('Dashboard');
  await expect(page.getByRole('button', { name: /^R\$\s59,90, Receita Total/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^R\$\s34,90, Lucro Total/ })).toBeVisible();
  await expect(page.getByText('#1')).toBeVisible();
});
