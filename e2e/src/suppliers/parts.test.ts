import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { expectToFit } from '../page/fit';
import { test } from '../servers/fixtures';

interface Line {
  produto_nome: string;
  fornecedor_id: string;
  fornecedor_nome: string;
}

/** Sends and pays all that is open at a supplier; the order's delivery names the supplier's own items alone. */
async function sendAndPay(
  page: Page,
  { supplier, number, lines }: { supplier: string; number: string; lines: readonly Line[] },
): Promise<void> {
  await page.goto('/compras');
  const panel = page.getByRole('region', { name: supplier, exact: true });
  const head = panel.getByRole('button', { name: supplier, exact: true });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  const send = panel.getByRole('region', { name: `A enviar a ${supplier}` });
  await send.getByRole('button', { name: /^Ver o/ }).click();
  // The marketplace warns of it: it is sent where it is ticked.
  await send.getByRole('checkbox', { name: `Incluir pedido ${number}` }).check();
  const delivery = send.getByRole('listitem').filter({ hasText: `Pedido #${number}` });
  for (const { fornecedor_nome, produto_nome } of lines)
    await expect(delivery.getByText(produto_nome)).toHaveCount(fornecedor_nome === supplier ? 1 : 0);
  await expectToFit(page, `the part of ${supplier}`, [390, 1440]);
  await panel.getByRole('button', { name: /^Enviar \d+ pedidos? a / }).click();
  await expect(panel.getByText(/pedidos? enviados? ao fornecedor/)).toBeVisible();
  const pay = panel.getByRole('button', { name: /^Confirmar pagamento de/ });
  await expect(pay).toBeEnabled();
  // Clicks rest for a moment after a step.
  await expect(pay).not.toHaveAttribute('aria-disabled', 'true');
  await pay.click();
  await expect(panel.getByText(/pedidos? pagos? ao fornecedor/)).toBeVisible();
}

/** Takes a step of an order that the marketplace warns of, which is asked about. */
async function takeStep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await page
    .getByRole('alertdialog', { name: /mesmo assim\?$/ })
    .getByRole('button', { name })
    .click();
}

test('an order of three items is sent and paid at each of its suppliers, then shipped and delivered', {
  tag: '@release',
}, async ({ page, seller }) => {
  await seller.opens('Dashboard');
  await page.getByRole('button', { name: 'Preencher com dados de exemplo' }).click();
  await seller.seesToast('Conta preenchida com dados de exemplo!');
  const api = await Api.of(page);
  const pending: { id: string; ml_order_id: string; itens: Line[] }[] = await api.call(
    'GET',
    '/pedidos?status=pendente&limite=100',
  );
  const order = pending.find(({ itens }) => itens.length === 3);
  if (order === undefined) throw new Error('the examples hold an order of three items');
  const { id, ml_order_id: number, itens: lines } = order;
  const suppliers = [...new Set(lines.map(({ fornecedor_nome }) => fornecedor_nome))];
  expect(suppliers.length).toBeGreaterThan(1);
  const items = page.getByRole('list', { name: 'Itens do pedido' });
  const timeline = page.getByRole('region', { name: 'Histórico' });
  const status = async () => (await api.call('GET', `/pedidos/${id}`)).status;

  await page.goto(`/pedidos/${id}`);
  await expect(items.getByRole('listitem')).toHaveCount(3);
  await takeStep(page, 'Aprovar Pedido');
  await seller.seesToast('Pedido aprovado!');

  for (const [place, supplier] of suppliers.entries()) {
    expect(await status()).toBe('aprovado');
    await sendAndPay(page, { supplier, number, lines });
    await page.goto(`/pedidos/${id}`);
    await expect(items.getByText(`Pago a ${supplier}`).first()).toBeVisible();
    if (place === suppliers.length - 1) continue;
    await expect(timeline.getByText(`Enviado a ${supplier}`)).toBeVisible();
    await expect(timeline.getByText(`Pago a ${supplier}`)).toBeVisible();
    await expectToFit(page, 'an order of which a part is paid', [390, 1440]);
    await expectAccessible(page, 'an order of which a part is paid');
  }
  expect(await status()).toBe('pago');
  for (const [step, toast] of [
    ['Enviado ao Cliente', 'Marcado como enviado ao cliente!'],
    ['Marcar Entregue', 'Pedido marcado como entregue!'],
  ] as const) {
    await takeStep(page, step);
    await seller.seesToast(toast);
  }
  expect(await status()).toBe('entregue');
});
