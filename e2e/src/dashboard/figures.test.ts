import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { test } from '../servers/fixtures';

/** The widths at which the layout changes, the pixel before each, and the ends of what is promised. */
const WIDTHS = [360, 390, 639, 640, 768, 1023, 1024, 1199, 1200, 1279, 1280, 1536, 1920, 2560];

/** The figures that stick out of the cell of their list, or that the cell cuts off. */
function findClipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main dl dd')].flatMap((figure) => {
      const cell = figure.parentElement?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(figure);
      const text = range.getBoundingClientRect();
      const fits = cell && text.left >= cell.left - 0.5 && text.right <= cell.right + 0.5;
      return fits ? [] : [`${figure.textContent} at ${innerWidth} px`];
    }),
  );
}

async function expectWhole(page: Page): Promise<void> {
  const clipped: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    clipped.push(...(await findClipped(page)));
  }
  expect(clipped).toEqual([]);
}

test('large figures are whole on the dashboard and on the card of an order of R$ 999 million, from 360 to 2560 px', async ({
  page,
  seller,
}) => {
  await seller.opens('Pedidos');
  const api = await Api.of(page);
  const id = await api.publishesProduct('Navio', { preco_venda_ml: 9_999_999.99, preco_fornecedor: 0 });
  await api.call('POST', `/mercadolivre/simular-venda/${id}`, { quantidade: 100 });
  await expect(page.getByText('R$ 999.999.999,00').first()).toBeVisible();
  await expectWhole(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.route('**/trpc/**dashboard.stats**', async (route) => {
    const response = await route.fetch();
    const calls = new URL(route.request().url()).pathname.replace('/trpc/', '').split(',');
    const answers = await response.json();
    Object.assign(answers[calls.indexOf('dashboard.stats')].result.data, {
      total_vendas: 1_234_567,
      receita_total: 123_456_789.99,
      lucro_total: 1_476_127.6,
    });
    await route.fulfill({ response, json: answers });
  });
  await seller.opens('Dashboard');
  await expect(page.getByText('R$ 123.456.789,99', { exact: true })).toBeVisible();
  await expectWhole(page);
});
