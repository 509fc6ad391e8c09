import { expect, type Locator } from '@playwright/test';
import { Seller } from '../page/seller';
import { test } from '../servers/demo';

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

test('the whole main job goes through without a mouse, from the supplier to the delivery', {
  tag: '@release',
}, async ({ page }) => {
  const seller = Seller.new(page);
  await seller.arrives();
  await page.goto('/');
  const { keyboard } = page;
  /** Tab, until what is wanted has the focus, as somebody without a mouse does. */
  async function tabTo(target: Locator): Promise<void> {
    await expect(target).toBeVisible();
    for (let step = 0; step < 60; step += 1) {
      if (await hasFocus(target)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab never reached ${target}`);
  }
  async function press(target: Locator): Promise<void> {
    await tabTo(target);
    // For a moment after a step no order takes another key.
    await expect(target).toBeEnabled();
    await keyboard.press('Enter');
  }
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await press(link('Fornecedores'));
  await press(button('Adicionar Fornecedor'));
  await tabTo(page.getByLabel('Nome *'));
  await keyboard.type('Distribuidora Central');
  await keyboard.press('Enter');
  await seller.seesToast('Fornecedor criado!');

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(link('Produtos'));
  await press(button('Adicionar Produto'));
  for (const [label, text] of [
    ['Nome do Produto *', 'Luminária'],
    ['Fornecedor *', 'Distribuidora'],
    ['Preço Fornecedor *', '20'],
    ['Preço ML *', '50'],
    ['Estoque *', '9'],
  ] as const) {
    await tabTo(page.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  }
  await keyboard.press('Enter');
  await seller.seesToast('Produto criado!');

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await press(button('Publicar no ML'));
  await press(button('Simular Venda'));
  await seller.seesToast(/\(modo simulado\)/);
  await press(link('Pedidos'));
  for (const [step, toast] of [
    ['Aprovar Pedido', 'Pedido aprovado!'],
    ['Enviar ao Fornecedor', 'Pedido enviado ao fornecedor!'],
    ['Confirmar Pagamento', 'Pagamento confirmado!'],
    ['Enviado ao Cliente', 'Marcado como enviado ao cliente!'],
    ['Marcar Entregue', 'Pedido marcado como entregue!'],
  ] as const) {
    await press(button(step));
    await seller.seesToast(toast);
  }
  await expect(page.getByText('Pedido Finalizado')).toBeVisible();
});
