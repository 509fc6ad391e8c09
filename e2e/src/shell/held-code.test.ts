import { expect, type Locator } from '@playwright/test';
import { holdRequests } from '../page/held-requests';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

/** The code of what opens over a page. */
const OVERLAYS =
  /\/assets\/(?:palette-results|supplier-dialog|product-dialog|csv-import-dialog|cancel-dialog|total-dialog|notices-panel)-/;

/** Clicks, and counts the frames until a dialog stands there. */
function countFrames(opener: Locator): Promise<number> {
  return opener.evaluate(async (element: HTMLElement) => {
    element.click();
    for (let frames = 0; frames < 100; frames += 1) {
      if (document.querySelector('[role="dialog"]')) return frames;
      await new Promise(requestAnimationFrame);
    }
    throw new Error('no dialog came');
  });
}

const PAGES = [
  ['/', ['Notificações', /, Total de Vendas: por que este número/]],
  ['/fornecedores', ['Adicionar Fornecedor']],
  ['/produtos', ['Adicionar Produto', 'Importar CSV']],
  ['/pedidos?filtro=pendentes', ['Cancelar pedido']],
] as const;

test('with its code held back a dialog shows its frame within two frames of the click', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const release = await holdRequests(page, OVERLAYS);
  for (const [path, names] of PAGES) {
    await page.goto(path);
    for (const name of names) {
      const opener = page.getByRole('button', { name }).filter({ visible: true }).first();
      await expect(opener).toBeVisible();
      expect(await countFrames(opener), String(name)).toBeLessThanOrEqual(2);
      await expect(page.getByRole('dialog', { name: /, carregando$/ })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  await page.getByRole('button', { name: 'Cancelar pedido' }).first().click();
  release();
  await expect(page.getByRole('dialog', { name: 'Cancelar pedido', exact: true })).toBeVisible();
});

test('what is typed right after Ctrl K is there with the palette’s code held back, Enter too', async ({
  page,
}) => {
  await signInAs(page, DEMO.seller);
  const release = await holdRequests(page, OVERLAYS);
  await page.goto('/tutorial');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('dialog', { name: 'Buscar e ir para' }).getByRole('combobox');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nadia nog');
  await expect(field).toHaveValue('nadia nog');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('aprovar');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('aprovar');
  release();
  await expect(page).toHaveURL('/pedidos?filtro=pendentes');
});

test('with the check of the session held back the code of the page is asked for', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const release = await holdRequests(page, /auth\.me/);
  for (const [path, file] of [
    ['/', 'dashboard-page'],
    ['/pedidos?filtro=pendentes', 'orders'],
  ] as const) {
    const asked = page.waitForRequest(new RegExp(`/assets/${file}-.*\\.js$`));
    await page.goto(path);
    await asked;
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  }
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Pedidos' })).toBeVisible();
});
