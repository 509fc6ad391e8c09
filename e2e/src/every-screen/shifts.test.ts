import type { Page } from '@playwright/test';
import { expectLoaded } from '../page/axe';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';
import { expectSteady, watchForShifts } from './shifts';
import { PHONE } from './visit';

const PAGES = [
  '/',
  '/pedidos',
  '/produtos',
  '/compras',
  '/fornecedores',
  '/integracao',
  '/tutorial',
  '/pricing',
  '/checkout/top',
  '/configuracoes/assinatura',
  '/configuracoes/conta',
  '/configuracoes/custos',
  '/configuracoes/equipe',
  '/configuracoes/chaves-api',
  '/configuracoes/atividade',
];

test.describe.configure({ mode: 'parallel' });

/** Nothing is in the cache, and the line is that of a phone on the way. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  });
}

for (const [size, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', PHONE],
] as const) {
  test(`no page moves by itself while it comes, cold and on a slow line, on ${size}`, {
    tag: '@release',
  }, async ({ page }) => {
    await page.setViewportSize(viewport);
    await watchForShifts(page);
    await slowDown(page);
    const inspect = (path: string) =>
      test.step(path, async () => {
        await page.goto(path);
        await expectLoaded(page);
        await expectSteady(page, path);
      });
    const inspectTable = async (path: string) => {
      await page.goto(path);
      await page.getByRole('button', { name: 'Tabela' }).click();
      await inspect(path);
    };
    for (const path of ['/login', '/esqueci-senha']) await inspect(path);
    await signInAs(page, DEMO.seller);
    for (const path of PAGES) await inspect(path);
    await page.goto('/pedidos');
    const order = page.locator('main a[href^="/pedidos/"]').first();
    await inspect((await order.getAttribute('href')) ?? '');
    // A phone has cards alone.
    if (viewport !== PHONE) for (const path of ['/pedidos', '/produtos']) await inspectTable(path);
    await signInAs(page, DEMO.admin);
    await inspect('/admin');
  });
}
