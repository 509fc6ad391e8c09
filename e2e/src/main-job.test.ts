import { describe, expect } from 'vitest';
import { test } from './fixtures';
import { Seller } from './seller';

describe('the main job', () => {
  test('from an empty account to a delivered order on the dashboard', async ({ page }) => {
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
    await product.getByText('R$ 34,90').waitFor();
    await product.getByRole('button', { name: 'Publicar no ML' }).click();
    await product.getByText('Publicado', { exact: true }).waitFor();
    await product.getByRole('button', { name: 'Simular Venda' }).click();
    await product.getByText('99', { exact: true }).waitFor();

    await seller.opens('Pedidos');
    await page.getByRole('button', { name: 'Pendentes (1)' }).waitFor();
    const order = page.getByRole('region', { name: /^Pedido \d/ });
    await order.getByText('Pendente Aprovação', { exact: true }).waitFor();
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
      await order.getByText(status, { exact: true }).first().waitFor();
    }
    await order.getByText('Pedido Finalizado').waitFor();

    await order.getByRole('button', { name: 'Histórico' }).click();
    await order.getByText('Pedido recebido').waitFor();
    expect(await order.getByRole('listitem').count()).toBe(6);

    await seller.opens('Dashboard');
    await page.getByText('R$ 59,90', { exact: true }).waitFor();
    await page.getByText('R$ 34,90', { exact: true }).waitFor();
    await page.getByText('#1').waitFor();
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
    const answer = await fetch(new URL(href ?? '', page.url()));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
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
    await product.getByText('8', { exact: true }).waitFor();
    await seller.opens('Pedidos');
    await page.getByRole('button', { name: 'Todos (1)' }).waitFor();
    const order = page.getByRole('region', { name: /^Pedido \d/ });
    await order.getByRole('button', { name: 'Aprovar Pedido' }).dblclick();
    await seller.seesToast('Pedido aprovado!');
    await order.getByRole('button', { name: 'Enviar ao Fornecedor' }).waitFor();
    await page.getByRole('button', { name: 'Aprovados (1)' }).waitFor();
  });
});
