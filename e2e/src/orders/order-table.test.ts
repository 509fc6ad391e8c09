import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

interface StoredOrder {
  id: string;
  ml_order_id: string;
}

/** A seller with so many pending orders, newest first, on the table of this filter. */
async function openTable(page: Page, count: number, filter = '') {
  await page.setViewportSize({ width: 1440, height: 900 });
  await Seller.new(page).arrives();
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária', { estoque: 1000, sku: 'LUM-1' });
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: StoredOrder[] = await api.call('GET', '/pedidos');
  await page.goto(`/pedidos${filter}`);
  await page.getByRole('group', { name: 'Ver como' }).getByRole('button', { name: 'Tabela' }).click();
  await expect(page.getByRole('table', { name: 'Pedidos' })).toBeVisible();
  return { api, orders, product };
}

const rowOf = (page: Page, order: StoredOrder | undefined) =>
  page.getByRole('row').filter({ has: page.getByText(order?.ml_order_id ?? '', { exact: true }) });

const rows = (page: Page) => page.locator('tr[data-item]');

test.describe('the table of orders', () => {
  test('is chosen once for this browser, says of about 18 orders what their cards say, and leads on by the arrows and together', async ({
    page,
  }) => {
    const { api, orders } = await openTable(page, 40);
    const heads = page.getByRole('columnheader');
    await expect(heads).toHaveText([
      ...['Selecionar', 'Pedido', 'Produto', 'Comprador', 'Valor', 'Lucro', 'Idade', 'Status', 'Ação'],
    ]);
    const row = rowOf(page, orders[0]);
    for (const text of ['Luminária', 'LUM-1', 'Fornecedor de Luminária', 'Pendente Aprovação'])
      await expect(row.getByText(text, { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(row.getByText(/59,90/).filter({ visible: true })).toHaveCount(1);
    await expect(row.getByText(/34,90/)).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '41');
    const inSight = await rows(page).evaluateAll(
      (all) => all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(inSight).toBeGreaterThanOrEqual(15);
    await expectAccessible(page, 'table');
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect(page.getByRole('columnheader', { name: 'Fornecedor' })).toBeVisible();
    await expect(
      row.getByText('Fornecedor de Luminária', { exact: true }).filter({ visible: true }),
    ).toHaveCount(1);
    await page.setViewportSize({ width: 1440, height: 900 });

    await page.reload();
    await expect(page.getByRole('table', { name: 'Pedidos' })).toBeVisible();
    await page.getByRole('button', { name: 'Cartões' }).click();
    await expect(page.getByRole('table')).toHaveCount(0);
    await page.getByRole('button', { name: 'Tabela' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole('table')).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'Ver como' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: `Pedido ${orders[0]?.ml_order_id}` })).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(page.getByRole('table', { name: 'Pedidos' })).toBeVisible();

    await page.getByRole('checkbox', { name: `Selecionar pedido ${orders[0]?.ml_order_id}` }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.getByText('1 selecionado')).toBeVisible();
    const second = rowOf(page, orders[1]);
    await expect(second.getByRole('checkbox')).toBeChecked();
    await expect(second.getByRole('checkbox')).toBeFocused();
    for (let press = 0; press < 30; press += 1) await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, orders[31]).getByRole('checkbox')).toBeFocused();
    await expect(rowOf(page, orders[31]).getByRole('checkbox')).toBeInViewport();
    // Faster than any row is drawn.
    await page.evaluate(() => {
      for (let press = 0; press < 31; press += 1)
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }),
        );
    });
    await expect(rowOf(page, orders[0]).getByRole('checkbox')).toBeFocused();
    for (let press = 0; press < 31; press += 1) await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, orders[31]).getByRole('checkbox')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(rowOf(page, orders[31]).getByRole('button', { name: 'Aprovar Pedido' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rowOf(page, orders[31]).getByText('Aprovado', { exact: true })).toBeVisible();
    await expect(rowOf(page, orders[32]).getByRole('button', { name: 'Aprovar Pedido' })).toBeFocused();

    await page.getByRole('columnheader', { name: 'Valor' }).getByRole('button').click();
    await expect(page).toHaveURL(/ordem=maior_valor/);
    await page.getByRole('checkbox', { name: 'Selecionar todos os 40' }).check();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(600);
    // No row stands half below the head.
    await page.evaluate(() => {
      const bottom = document.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0;
      const tops = [...document.querySelectorAll('tr[data-item]')].map(
        (row) => row.getBoundingClientRect().top,
      );
      window.scrollBy(0, Math.min(...tops.filter((top) => top >= bottom)) - bottom);
    });
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    const [barBox, headBox] = [
      await bar.boundingBox(),
      await page.getByRole('columnheader', { name: 'Pedido' }).boundingBox(),
    ];
    expect(Math.abs((barBox?.y ?? 0) + (barBox?.height ?? 0) - (headBox?.y ?? 0))).toBeLessThanOrEqual(1);
    await expectAccessible(page, 'ticked and sorted');
    await bar.getByRole('button', { name: 'Aprovar (39)' }).click();
    await expect(page.getByText('39 aprovados')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const approved = await api.call('GET', '/pedidos?filtro=aprovados');
    expect(approved).toHaveLength(40);
  });

  test('takes steps as the cards do: once, in their place, with the way back; amounts from a thousand on are shown whole', async ({
    page,
  }) => {
    const { api, orders } = await openTable(page, 3, '?filtro=pendentes');
    const row = rowOf(page, orders[1]);
    await row.getByRole('button', { name: 'Aprovar Pedido' }).dblclick();
    await expect(row.getByText('Aprovado', { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await expectAccessible(page, 'undo');
    await row.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row.getByText('Pendente Aprovação')).toBeVisible();
    const statuses = (await api.call('GET', '/pedidos')).map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(['pendente', 'pendente', 'pendente']);

    await api.sells(
      await api.publishesProduct('Sofá', { preco_venda_ml: 12_999.9, preco_fornecedor: 1_000 }),
    );
    const amounts = page
      .getByRole('row')
      .filter({ hasText: 'Sofá' })
      .getByText(/^R\$\s\d+\.\d{3},90$/)
      .filter({ visible: true });
    await expect(amounts).toHaveCount(2);
    const cut = await amounts.evaluateAll((all) =>
      all.filter((each) => {
        const cell = each.closest('td') ?? each;
        const text = document.createRange();
        text.selectNodeContents(each);
        return text.getBoundingClientRect().right > cell.getBoundingClientRect().right - 1;
      }),
    );
    expect(cut).toHaveLength(0);
  });
});
