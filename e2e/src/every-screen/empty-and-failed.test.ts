import { expect } from '@playwright/test';
import { expectAccessible } from '../page/axe';
import { expectToFit } from '../page/fit';
import { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { getToasts } from '../page/toasts';
import { DEMO, test } from '../servers/demo';
import { expectWithinBudget } from './budget';
import { NARROW, Visitor } from './visit';

const LISTS = [
  ['/', 'Dashboard', 'Erro ao carregar estatísticas'],
  ['/produtos', 'Produtos', 'Erro ao carregar dados'],
  ['/fornecedores', 'Fornecedores', 'Erro ao carregar fornecedores'],
  ['/compras', 'Compras', 'Erro ao carregar compras'],
  ['/pedidos', 'Pedidos', 'Erro ao carregar pedidos'],
  ['/integracao', 'Integrações', 'Erro ao carregar integrações'],
] as const;
const OTHER_PAGES = ['/tutorial', '/pricing', '/checkout/top'];

test.describe.configure({ mode: 'parallel' });

test('every page of a new seller breaks no rule of WCAG 2.2 AA, and says that a marketplace is simulated', {
  tag: '@release',
}, async ({ page }) => {
  await Seller.new(page).arrives();
  const visitor = await Visitor.of(page);
  const pill = page.getByRole('link', { name: 'Modo simulado' }).filter({ visible: true });
  for (const [path] of LISTS) {
    await visitor.isOnDesktop();
    await visitor.opens(path);
    await expectWithinBudget(page, path);
    await expect(pill).toHaveCount(1);
    await expectAccessible(page, `${path}, empty`);
    await expectToFit(page, `${path}, empty`, [NARROW]);
  }
  for (const path of OTHER_PAGES) {
    await visitor.opens(path);
    await expectToFit(page, path, [NARROW]);
  }
  await visitor.isOnPhone(NARROW);
  await visitor.opens('/');
  await pill.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Integrações' })).toBeVisible();
});

test('every list that did not load breaks no rule of WCAG 2.2 AA, in either theme', {
  tag: '@release',
}, async ({ page }) => {
  await signInAs(page, DEMO.seller);
  await page.route(/\/trpc\/(?!auth\.me\b|live\.)/, (route) => {
    // A batch: one answer for each of its calls. A 404 is not tried again.
    const answers = new URL(route.request().url()).pathname
      .split(',')
      .map(() => ({ error: { message: '', code: -32004, data: { httpStatus: 404 } } }));
    return route.fulfill({ status: 404, json: answers });
  });
  await page.goto('/tutorial');
  const menu = page.getByRole('navigation', { name: 'Principal' });
  for (const [path, entry, sentence] of LISTS) {
    await menu.getByRole('link', { name: entry }).click();
    await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Tentar novamente' }).first()).toBeVisible();
    await expect(getToasts(page, sentence).first()).toBeVisible();
    await expectAccessible(page, `${path}, failed`);
  }
});
