import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { openListening } from '../page/live';
import { Seller } from '../page/seller';
import { test } from '../servers/fixtures';

const bell = (page: Page, name: RegExp | string = /^Notificações/) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notificações' });
const desktop = (page: Page) => panel(page).getByRole('switch', { name: 'Notificações na área de trabalho' });
const sound = (page: Page) => panel(page).getByRole('switch', { name: 'Som' });

test('the bell tells what happened meanwhile, is read once it was in sight, on all windows, and leads to each place', async ({
  page,
  context,
  seller,
}) => {
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária', { estoque: 5 });
  await api.sells(product);
  const other = await context.newPage();
  await Promise.all([openListening(page, '/'), openListening(other, '/')]);
  await expect(bell(page, 'Notificações, 2 não lidas')).toBeVisible();
  await api.sells(product);
  await expect(bell(other, 'Notificações, 3 não lidas')).toBeVisible();
  await bell(page).click();
  const lines = panel(page).getByRole('listitem');
  await expect(lines).toHaveCount(1);
  await expect(panel(page).getByText('Estoque baixo: Luminária')).toBeVisible();
  await expect(panel(page).getByText('Restam 3 unidades')).toBeVisible();
  await expectAccessible(page, 'notices');
  await expect(bell(other, 'Notificações, 3 não lidas')).toBeVisible();
  await panel(page).getByRole('tab', { name: 'Vendas (2)' }).click();
  await expect(bell(other, 'Notificações')).toBeVisible();
  const [order] = await api.call('GET', '/pedidos');
  // Two sales are one line, unless the hour struck between them.
  const folded = panel(page).getByText('2 vendas · R$ 119,80');
  if (await folded.isVisible()) await folded.click();
  const sale = panel(page).getByRole('link', { name: 'Venda no Mercado Livre: Luminária' }).first();
  await expectAccessible(page, 'the notices of sales');
  await sale.click();
  await seller.seesHeading(`Pedido #${order.ml_order_id}`);
  await expect(panel(page)).toHaveCount(0);
  await expect(bell(page, 'Notificações')).toBeVisible();
});

test('the bell and its count are worked by keyboard, explain a refused permission, and fit on a phone', async ({
  page,
  context,
}) => {
  await Seller.new(page).arrives();
  const api = await Api.of(page);
  await context.clearPermissions();
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await page.goto('/');

  await test.step('by keyboard alone, and gives the focus back', async () => {
    await bell(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('Nada por aqui ainda')).toBeVisible();
    await expect(sound(page)).not.toBeChecked();
    await expect(desktop(page)).not.toBeChecked();
    await desktop(page).click();
    await expect(panel(page).getByText(/O navegador bloqueia as notificações/)).toBeVisible();
    await expect(desktop(page)).not.toBeChecked();
    await expectAccessible(page, 'no notices, and a refused permission');
    await page.keyboard.press('Escape');
    await expect(panel(page)).toHaveCount(0);
    await expect(bell(page)).toBeFocused();
    await bell(page).click();
    await bell(page).click();
    await expect(panel(page)).toHaveCount(0);
  });

  await test.step('bears its count within itself, clear of the edge of a phone', async () => {
    const product = await api.publishesProduct('Luminária de mesa articulada com base de madeira maciça');
    for (let sale = 0; sale < 12; sale += 1) await api.sells(product);
    await page.setViewportSize({ width: 390, height: 844 });
    const button = bell(page, 'Notificações, 12 não lidas');
    await expect(button).toBeVisible();
    const box = await button.boundingBox();
    const count = await button.getByText('12').boundingBox();
    if (!box || !count) throw new Error('the bell has a count');
    expect(count.x).toBeGreaterThanOrEqual(box.x);
    expect(count.x + count.width).toBeLessThanOrEqual(box.x + box.width);
    expect(390 - (count.x + count.width)).toBeGreaterThanOrEqual(4);
  });

  await test.step('fits on a phone, with the number of pending orders at its foot and on the menu', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await bell(page).click();
    await expect(panel(page).getByRole('listitem').first()).toBeVisible();
    const box = await panel(page).boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
    await expectAccessible(page, 'notices on a phone');
    await page.keyboard.press('Escape');
    const foot = page.getByRole('navigation', { name: 'Atalhos' });
    await expect(foot.getByRole('link', { name: /^Pedidos/ })).toHaveAccessibleName('Pedidos 12 pendentes');
    await foot.getByRole('button', { name: 'Abrir menu' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Pedidos' }),
    ).toHaveAccessibleName('Pedidos 12 pendentes');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test('alerts outside of the page are remembered, and tell of a sale only while no window of the app has the focus', async ({
  page,
}) => {
  const seller = Seller.new(page);
  await seller.arrives();
  // The browser of the tests shows no notifications: what it was asked to show is written down.
  await page.addInitScript(() => {
    const shown: string[] = [];
    class Told {
      static permission = 'default';
      static async requestPermission() {
        localStorage.setItem('allowed', '1');
        Told.permission = 'granted';
        return 'granted';
      }
      constructor(title: string, options: { body: string }) {
        shown.push(`${title}: ${options.body}`);
      }
    }
    if (localStorage.getItem('allowed')) Told.permission = 'granted';
    Object.assign(window, { Notification: Told, shown });
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  const api = await Api.of(page);
  const product = await api.publishesProduct('Luminária');
  await page.goto('/');
  await bell(page).click();
  await desktop(page).click();
  await sound(page).click();
  await expect(desktop(page)).toBeChecked();
  await openListening(page, '/');
  await bell(page).click();
  await expect(desktop(page)).toBeChecked();
  await expect(sound(page)).toBeChecked();
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  await api.sells(product);
  await expect(panel(page).getByRole('listitem')).toHaveCount(1);
  await seller.seesToast('Novo pedido: Luminária');
  expect(await shown()).toEqual([]);
  await page.evaluate(() => {
    document.hasFocus = () => false;
    window.dispatchEvent(new Event('blur'));
  });
  await api.sells(product);
  await expect.poll(shown).toEqual([expect.stringMatching(/^Novo pedido: Luminária · Pedido #/)]);
});
