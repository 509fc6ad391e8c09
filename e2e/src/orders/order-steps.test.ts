import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { holdRequests } from '../page/held-requests';
import { openListening } from '../page/live';
import type { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

interface StoredOrder {
  id: string;
  ml_order_id: string;
  status: string;
}

/** A seller with so many pending orders, on the list as this filter shows it; the clock is the test's own. */
async function openOrders(page: Page, count: number, filter = '') {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  for (let sale = 0; sale < count; sale += 1) await api.sells(product);
  const orders: StoredOrder[] = await api.call('GET', '/pedidos');
  await page.clock.install();
  await openListening(page, `/pedidos${filter}`);
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
  for (; left > 5 && !isAnswered(); left -= 1) await page.clock.runFor(1);
  await page.clock.runFor(left);
}

const EXPIRED_MS = 11_000;

test.describe('one step per intent', () => {
  for (const filter of ['', '?filtro=pendentes']) {
    for (const gap of [60, 150, 250, 400]) {
      test(`two clicks ${gap} ms apart move one order one step in the list${filter}`, async ({
        page,
        seller,
      }) => {
        const { api, orders } = await openOrders(page, 3, filter);
        const first = cardOf(seller, orders[0]);
        const place = await middleOf(first.getByRole('button', { name: 'Aprovar Pedido' }));
        const steps = listenForSteps(page);
        const listed = hearList(page);
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));

        await page.mouse.click(...place);
        await runFor(page, gap, listed);
        await page.mouse.click(...place);
        await page.clock.resume();

        await expect(first.getByText('Aprovado', { exact: true })).toBeVisible();
        await expect(first.getByRole('button', { name: 'Enviar ao Fornecedor' })).toBeEnabled();
        expect(steps).toEqual(['orders.approve']);
        expect(await statusesOf(api)).toEqual(['aprovado', 'pendente', 'pendente']);
      });
    }
  }

  test('a second click is taken by no other order either, and by the keyboard neither', async ({
    page,
    seller,
  }) => {
    const { api, orders } = await openOrders(page, 3);
    const steps = listenForSteps(page);
    const buttons = orders.map((order) =>
      cardOf(seller, order).getByRole('button', { name: 'Aprovar Pedido' }),
    );
    const places = await Promise.all(buttons.map(middleOf));
    const listed = hearList(page);
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await page.mouse.click(...(places[0] ?? [0, 0]));
    await runFor(page, 650, listed);
    await page.mouse.click(...(places[1] ?? [0, 0]));
    await buttons[2]?.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press(' ');
    expect(steps).toEqual(['orders.approve']);
    await page.clock.runFor(100);
    await page.clock.resume();
    await buttons[2]?.click();
    await expect.poll(() => statusesOf(api)).toEqual(['aprovado', 'pendente', 'aprovado']);
  });

  test('an order keeps its place in a filtered list with its undo, and leaves once it is neither focused nor pointed at', async ({
    page,
    seller,
  }) => {
    const { orders } = await openOrders(page, 3, '?filtro=pendentes');
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

  test('the last order of a filter keeps its place too', async ({ page, seller }) => {
    const { orders } = await openOrders(page, 1, '?filtro=pendentes');
    const card = cardOf(seller, orders[0]);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(page.getByRole('button', { name: 'Pendentes (0)' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await page.clock.runFor(EXPIRED_MS);
    await expect(page.getByText('Nenhum pedido com este status')).toBeVisible();
  });
});

test.describe('undo', () => {
  for (const goesOn of [false, true]) {
    test(`by keyboard leads to the step again${goesOn ? ', unless the focus has moved on meanwhile' : ''}`, async ({
      page,
      seller,
    }) => {
      const { orders } = await openOrders(page, 2, '?filtro=pendentes');
      const card = cardOf(seller, orders[0]);
      const step = card.getByRole('button', { name: 'Aprovar Pedido' });
      const undo = card.getByRole('button', { name: 'Desfazer' });
      const search = page.getByRole('textbox', { name: /^Buscar pedido/ });
      await step.click();
      await expect(page.getByRole('button', { name: 'Pendentes (1)' })).toBeVisible();
      const showList = await holdRequests(page, /trpc\/.*orders\.(list|counts)/);
      await expect(undo).toBeEnabled();
      await undo.press('Enter');
      await seller.seesToast('Passo desfeito!');
      await expect(step).toBeVisible();
      await expect(undo).toHaveCount(0);
      if (goesOn) await search.focus();
      showList();
      await expect(page.getByRole('button', { name: 'Pendentes (2)' })).toBeVisible();
      await expect(goesOn ? search : step).toBeFocused();
    });
  }

  test('takes the step back, in its place and in the history', async ({ page, seller }) => {
    const { api, orders } = await openOrders(page, 2, '?filtro=pendentes');
    const card = cardOf(seller, orders[0]);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(page.getByRole('button', { name: 'Pendentes (1)' })).toBeVisible();
    await card.getByRole('button', { name: 'Desfazer' }).click();
    await seller.seesToast('Passo desfeito!');
    await expect(page.getByRole('button', { name: 'Pendentes (2)' })).toBeVisible();
    await expect(card.getByText('Pendente Aprovação', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
    expect(await statusesOf(api)).toEqual(['pendente', 'pendente']);
    await card.getByRole('button', { name: 'Histórico' }).click();
    await expect(card.getByRole('listitem').last()).toContainText(
      'Desfeito: de volta a "Pendente Aprovação"',
    );
  });

  test('is refused with its reason where another window took the next step', async ({ page, seller }) => {
    const { api, orders } = await openOrders(page, 1);
    // This window does not hear of it.
    await page.route('**/trpc/live.changes**', (route) => route.abort());
    await page.reload();
    const card = cardOf(seller, orders[0]);
    await card.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(card.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await api.call('POST', `/pedidos/${orders[0]?.id}/enviar-fornecedor`);
    await card.getByRole('button', { name: 'Desfazer' }).click();
    await seller.seesToast('Não é mais possível desfazer: o pedido está "Enviado ao Fornecedor"');
    await expect(card.getByRole('button', { name: 'Confirmar Pagamento' })).toBeVisible();
    await expect(card.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
  });
});

test.describe('by keyboard', () => {
  test('a step leads to the same action of the next order, and says what is left', async ({
    page,
    seller,
  }) => {
    const { orders } = await openOrders(page, 4, '?filtro=pendentes');
    const actionOf = (order: StoredOrder | undefined) =>
      cardOf(seller, order).getByRole('button', { name: 'Aprovar Pedido' });
    await actionOf(orders[1]).focus();
    for (const [at, next, left] of [
      [1, 2, '3 pendentes'],
      [2, 3, '2 pendentes'],
      [3, 0, '1 pendente'],
    ] as const) {
      await expect(actionOf(orders[at])).toBeFocused();
      await expect(actionOf(orders[at])).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(actionOf(orders[next])).toBeFocused();
      const said = `Pedido ${orders[at]?.ml_order_id} aprovado, ${left}`;
      await expect(page.getByText(said, { exact: true })).toBeAttached();
    }
    await expect(actionOf(orders[0])).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(cardOf(seller, orders[0])).toBeFocused();
    await expect(page.getByText('aprovado, nenhum pendente')).toBeAttached();
  });

  test('a key that is held down takes one step', async ({ page, seller }) => {
    const { api, orders } = await openOrders(page, 2);
    const steps = listenForSteps(page);
    await cardOf(seller, orders[0]).getByRole('button', { name: 'Aprovar Pedido' }).focus();
    const next = cardOf(seller, orders[1]).getByRole('button', { name: 'Aprovar Pedido' });
    await page.keyboard.down('Enter');
    await expect(next).toBeFocused();
    await expect(next).toBeEnabled();
    // Pressed again while it is down, as the keyboard repeats it.
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    expect(steps).toEqual(['orders.approve']);
    expect(await statusesOf(api)).toEqual(['aprovado', 'pendente']);
  });
});
