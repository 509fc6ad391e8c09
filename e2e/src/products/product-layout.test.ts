import { expect, type Locator } from '@playwright/test';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return box;
}

const styleOf = (locator: Locator, name: 'borderTopColor' | 'backgroundColor') =>
  locator.evaluate((node, of) => getComputedStyle(node)[of], name);

test('cards of products are low, fill a wide screen, and stay in their places when one is ticked', {
  tag: '@release',
}, async ({ page }) => {
  await signInAs(page, DEMO.seller);
  await page.setViewportSize({ width: 2560, height: 1440 });
  await page.goto('/produtos');
  const cards = page.getByRole('list', { name: 'Produtos' }).getByRole('listitem');
  const [first, second] = [cards.first(), cards.nth(1)];
  await expect(first).toBeVisible();
  const { y, height } = await boxOf(first);
  expect(height).toBeLessThan(280);
  const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
  expect(tops.filter((top) => top === y).length).toBeGreaterThanOrEqual(5);

  await page.setViewportSize({ width: 1440, height: 900 });
  const [tick, picture] = [
    await boxOf(first.getByRole('checkbox')),
    await boxOf(first.locator('img').first()),
  ];
  expect(tick.x + tick.width).toBeLessThanOrEqual(picture.x);
  const before = await boxOf(second);
  await first.getByRole('checkbox').click();
  const bar = page.getByRole('region', { name: 'Ações em lote' });
  await expect(bar.getByRole('button', { name: /^Alterar/ }).first()).toBeVisible();
  expect(await boxOf(second)).toEqual(before);

  await test.step('one act of the bar is the first one, and a field has the border of its button', async () => {
    const main = page.getByRole('main');
    const primary = await styleOf(main.getByRole('button', { name: 'Adicionar Produto' }), 'backgroundColor');
    const fills: string[] = [];
    for (const act of await bar.getByRole('button').all()) fills.push(await styleOf(act, 'backgroundColor'));
    expect(fills.filter((fill) => fill === primary).length).toBeLessThanOrEqual(1);
    const button = main.getByRole('button', { name: 'Buscar', exact: true });
    const field = main.getByPlaceholder('Buscar por nome ou SKU');
    expect(await styleOf(field, 'borderTopColor')).toBe(await styleOf(button, 'borderTopColor'));
  });

  await test.step('on a phone the bar says where one is', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/produtos');
    await expect(page.getByRole('banner').getByText('Produtos', { exact: true })).toBeVisible();
  });
});
