import { expect, type Locator } from '@playwright/test';
import { watchCalls } from '../failures/broken-server';
import { holdRequests } from '../page/held-requests';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

/** A double click and one more while the answer is away: one request, a button that says so, and then its effect. */
async function expectOneRequest(button: Locator, call: string): Promise<void> {
  const page = button.page();
  const sent = watchCalls(page, call);
  const release = await holdRequests(page, `**/trpc/${call}**`);
  const busy = page.getByRole('button').and(page.locator('[aria-busy=true]'));
  await button.dblclick();
  await expect(busy.first()).toBeVisible();
  await busy.first().click({ force: true });
  release();
  await expect(busy).toHaveCount(0);
  expect(sent).toEqual(['POST']);
  await page.unroute(`**/trpc/${call}**`);
}

test.describe('the main job', () => {
  test('leads from an empty account to a delivered order on the dashboard', async ({ page }) => {
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
    await product.getByRole('button', { name: 'Simular Venda' }).click();
    await expect(product.getByText('99', { exact: true })).toBeVisible();

    await seller.opens('Pedidos');
    await expect(page.getByRole('button', { name: 'Pendentes (1)' })).toBeVisible();
    const order = page.getByRole('region', { name: /^Pedido \d/ });
    await expect(order.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
    const steps = [
      ['Aprovar Pedido', 'Pedido aprovado!', 'Aprovado'],
      ['Enviar ao Fornecedor', 'Pedido enviado ao fornecedor!', 'Enviado ao Fornecedor'],
      ['Confirmar Pagamento', 'Pagamento confirmado!', 'Pago ao Fornecedor'],
      ['Enviado ao Cliente', 'Marcado como enviado ao cliente!', 'Enviado ao Cliente'],
      ['Marcar Entregue', 'Pedido marcado como entregue!', 'Entregue'],
    ] as const;
    for (const [action, toast, status] of steps) {
      await order.getByRole('button', { name: action }).click();
      await seller.seesToast(toast);
      await expect(order.getByText(status, { exact: true }).first()).toBeVisible();
    }
    await expect(order.getByText('Pedido Finalizado')).toBeVisible();

    await order.getByRole('button', { name: 'Histórico' }).click();
    await expect(order.getByText('Pedido recebido')).toBeVisible();
    await expect(order.getByRole('listitem')).toHaveCount(6);

    await seller.opens('Dashboard');
    await expect(page.getByText('R$ 59,90', { exact: true })).toBeVisible();
    await expect(page.getByText('R$ 34,90', { exact: true })).toBeVisible();
    await expect(page.getByText('#1')).toBeVisible();
  });

  test('the label opens as a PDF without signing in', async ({ page, seller }) => {
    await seller.addsSupplier('Import Tech');
    await seller.addsProduct({
      nome: 'Luminária',
      fornecedor: 'Import Tech',
      custo: '10',
      precoMl: '30',
      estoque: '5',
    });
    const product = seller.card('Luminária');
    await product.getByRole('button', { name: 'Publicar no ML' }).click();
    await product.getByRole('button', { name: 'Simular Venda' }).click();
    await seller.opens('Pedidos');
    const order = page.getByRole('region', { name: /^Pedido \d/ });
    await order.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await order.getByRole('button', { name: 'Enviar ao Fornecedor' }).click();
    const href = await order.getByRole('link', { name: 'Ver Etiqueta ML' }).getAttribute('href');
    const response = await fetch(new URL(href ?? '', page.url()));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
  });

  test('a double click approves once and does not send to the supplier', async ({ page, seller }) => {
    await seller.addsSupplier('Casa e Cozinha');
    await seller.addsProduct({
      nome: 'Garrafa',
      fornecedor: 'Casa e Cozinha',
      custo: '10',
      precoMl: '30',
      estoque: '9',
    });
    const product = seller.card('Garrafa');
    await product.getByRole('button', { name: 'Publicar no ML' }).click();
    await product.getByRole('button', { name: 'Simular Venda' }).dblclick();
    await expect(product.getByText('8', { exact: true })).toBeVisible();
    await seller.opens('Pedidos');
    await expect(page.getByRole('button', { name: 'Todos (1)' })).toBeVisible();
    const order = page.getByRole('region', { name: /^Pedido \d/ });
    await order.getByRole('button', { name: 'Aprovar Pedido' }).dblclick();
    await seller.seesToast('Pedido aprovado!');
    await expect(order.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Aprovados (1)' })).toBeVisible();
  });

  test('a double click on a slow network sends one request, from the first supplier to the approval of an order', {
    tag: '@release',
  }, async ({ page, seller }) => {
    await seller.opens('Fornecedores');
    await page.getByRole('button', { name: 'Adicionar Fornecedor' }).click();
    await page.getByLabel('Nome *').fill('Central');
    await expectOneRequest(page.getByRole('button', { name: 'Criar', exact: true }), 'suppliers.create');
    await seller.seesToast('Fornecedor criado!');

    await seller.opens('Produtos');
    await page.getByRole('button', { name: 'Adicionar Produto' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Fornecedor *', { exact: true }).selectOption('Central');
    await dialog.getByLabel('Nome do Produto *').fill('Caneca');
    await dialog.getByLabel('Preço Fornecedor *').fill('20');
    await dialog.getByLabel('Preço ML *').fill('50');
    await dialog.getByLabel('Estoque *').fill('9');
    await expectOneRequest(dialog.getByRole('button', { name: 'Criar', exact: true }), 'products.create');
    await seller.seesToast('Produto criado!');

    const card = seller.card('Caneca');
    await expectOneRequest(card.getByRole('button', { name: 'Publicar no ML' }), 'publication.publish');
    await expectOneRequest(card.getByRole('button', { name: 'Simular Venda' }), 'publication.simulateSale');

    await seller.opens('Pedidos');
    await expectOneRequest(page.getByRole('button', { name: 'Aprovar Pedido' }), 'orders.approve');
    await expect(page.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeVisible();
  });
});
