import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { openListening } from '../page/live';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

interface StoredOrder {
  id: string;
  ml_order_id: string;
  status: string;
}

/** A seller with so many pending orders, newest first, all in sight; the clock is the test's own. */
async function sellsOrders(page: Page, count: number) {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: StoredOrder[] = await api.call('GET', '/pedidos');
  await page.setViewportSize({ width: 1280, height: 2600 });
  await page.clock.install();
  return { api, orders };
}

const cardOf = (seller: Seller, order: StoredOrder | undefined) =>
  seller.card(`Pedido ${order?.ml_order_id}`);

async function middleOf(target: Locator) {
  await expect(target).toBeVisible();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the page`);
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
}

/** What the page asked the server to do with orders, in the order it asked. */
function listenForSteps(page: Page): string[] {
  const steps: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') steps.push(...(request.url().match(/orders\.\w+/g) ?? []));
  });
  return steps;
}

const drawn = (page: Page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

const statusesOf = async (api: Api): Promise<string[]> =>
  (await api.call('GET', '/pedidos')).map(({ status }: StoredOrder) => status);

/** Whether the list that follows a step has come: then what is under the pointer may have changed. */
function hearList(page: Page): () => boolean {
  let isHere = false;
  page.on('requestfinished', (request) => {
    if (request.url().includes('orders.list')) isHere = true;
  });
  return () => isHere;
}

/** Lets the page's clock go on by this much, in small steps until the server has had its say. */
async function runFor(page: Page, ms: number, isAnswered: () => boolean): Promise<void> {
  let left = ms;
  for (; left > 5 && !isAnswered(); left -= 5) await page.clock.runFor(5);
  await page.clock.runFor(left);
}

const EXPIRED_MS = 11_000;
const GAPS_MS = [60, 150, 250, 400];

test.describe('one step per intent', () => {
  test('two clicks at one place move one order one step, however far apart, also in a list that it leaves', async ({
    page,
    seller,
  }) => {
    const { api, orders } = await sellsOrders(page, GAPS_MS.length + 1);
    const steps = listenForSteps(page);
    await openListening(page, '/pedidos?filtro=pendentes');
    for (const [index, gap] of GAPS_MS.entries()) {
      const card = cardOf(seller, orders[index]);
      const place = await middleOf(card.getByRole('button', { name: 'Aprovar Pedido' }));
      const listed = hearList(page);
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

      await page.mouse.click(...place);
      await runFor(page, gap, listed);
      await page.mouse.click(...place);
      await page.clock.resume();

      await expect(card.getByText('Aprovado', { exact: true })).toBeVisible();
      await expect(card.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeEnabled();
      expect(steps, `${gap} ms apart`).toEqual(Array(index + 1).fill('orders.approve'));
      const statuses = orders.map((_, place) => (place <= index ? 'aprovado' : 'pendente'));
      expect(await statusesOf(api), `${gap} ms apart`).toEqual(statuses);
    }
  });

  test('an order keeps its place in a filtered list with its undo, and leaves once it is neither focused nor pointed at', async ({
    page,
    seller,
  }) => {
    const { orders } = await sellsOrders(page, 3);
    await openListening(page, '/pedidos?filtro=pendentes');
    const [first, second, third] = orders.map((order) => cardOf(seller, order));
    if (!first || !second || !third) throw new Error('three orders were sold');
    const places = await Promise.all([second, third].map(middleOf));
    await second.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(page.getByRole('button', { name: 'Pendentes (2)' })).toBeVisible();
    await expect(second.getByText('Aprovado', { exact: true })).toBeVisible();
    await expect(second.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    expect(await Promise.all([second, third].map(middleOf))).toEqual(places);

    await page.clock.runFor(EXPIRED_MS);
    await drawn(page);
    await expect(second.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await first.hover();
    await page.clock.runFor(EXPIRED_MS);
    await expect(second.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
    expect(await Promise.all([second, third].map(middleOf))).toEqual(places);
    await page.getByRole('heading', { level: 1 }).hover();
    await page.clock.runFor(EXPIRED_MS);
    await expect(second).toHaveCount(0);
    await expect(third).toBeVisible();
  });
});
