import type { Page } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { expectToFit } from '../page/fit';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

const DESKTOP = 1280;
/** Where the layout changes between a phone and a desktop. */
const TABLETS = [768, 1024];
const PHONE = 360;

const VISITOR_PAGES = ['/login', '/login?aba=registrar', '/pricing', '/nao-existe'];
/** Each with many rows; half of them in each test, for two workers. */
const DAILY_PAGES = ['/', '/produtos', '/fornecedores', '/compras', '/pedidos'];
const OTHER_MAIN_PAGES = ['/integracao', '/pricing', '/checkout/top'];
const SETTINGS = [
  '/pedidos?periodo=datas&de=2026-01-01',
  '/tutorial',
  '/configuracoes/assinatura',
  '/configuracoes/chaves-api',
  '/configuracoes/conta',
  '/configuracoes/custos',
  '/nao-existe',
];
const ADMIN_PAGES = ['/admin', '/admin?aba=pagamentos'];

/** Opens each page once: it fits from 360 to 2560 pixels, and breaks no rule of WCAG 2.2 AA at some of them. */
async function walk(page: Page, paths: readonly string[], widths: readonly number[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expectLoaded(page);
    await expectToFit(page, path);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1024 });
      await expectAccessible(page, `${path} at ${width} px`);
    }
  }
}

test.describe('every page fits from 360 to 2560 pixels and breaks no rule of WCAG 2.2 AA, in either theme', () => {
  test.setTimeout(180_000);

  test('those of a visitor', async ({ page }) => walk(page, VISITOR_PAGES, [DESKTOP]));

  test('those of a seller’s day', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await walk(page, DAILY_PAGES, [DESKTOP, ...TABLETS]);
  });

  test('those of plan and marketplaces', { tag: '@release' }, async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await walk(page, OTHER_MAIN_PAGES, [DESKTOP, ...TABLETS]);
    await walk(page, SETTINGS, [DESKTOP]);
  });

  test('those of an admin', { tag: '@release' }, async ({ page }) => {
    await signInAs(page, DEMO.admin);
    await walk(page, ADMIN_PAGES, [DESKTOP, PHONE]);
  });
});
