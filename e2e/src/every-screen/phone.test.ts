import { expect, type Locator, type Page } from '@playwright/test';
import { expectLoaded } from '../page/axe';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';

const PHONE = { width: 390, height: 844 };
/** In pixels: what a thumb hits. */
const THUMB = 40;

test.use({ viewport: PHONE });

/** Every button, link, field and choice that is lower than a thumb needs; what lies around one by its ::after belongs to it. */
function findLow(page: Page): Promise<string[]> {
  return page.evaluate((thumb) => {
    const scope =
      document.querySelector('[role="dialog"]') ?? document.querySelector('main') ?? document.body;
    const found: string[] = [];
    const controls =
      'a[href], button, summary, select, input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"])';
    for (const control of scope.querySelectorAll<HTMLElement>(controls)) {
      const around = getComputedStyle(control, '::after');
      const height = around.position === 'absolute' ? Number.parseFloat(around.height) : control.offsetHeight;
      // Words within a line of text are as high as the line.
      const isWithinText =
        getComputedStyle(control).display === 'inline' &&
        control.parentElement?.textContent !== control.textContent;
      if (control.checkVisibility() && !control.closest('.sr-only') && !isWithinText && height < thumb)
        found.push(`${control.getAttribute('aria-label') ?? control.textContent}: ${height}`);
    }
    return found;
  }, THUMB);
}

/** The chosen texts and the placeholders that their fields are too narrow for. */
function findCut(fields: Locator): Promise<string[]> {
  return fields.evaluateAll((all) => {
    const pen = document.createElement('canvas').getContext('2d');
    return all.flatMap((field) => {
      if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) return [];
      const text = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.placeholder;
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      if (pen === null || !text) return [];
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      return pen.measureText(text).width > room ? [text] : [];
    });
  });
}

async function opens(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectLoaded(page);
}

test.describe('on a phone', { tag: '@release' }, () => {
  test('fields and buttons of forms, lists and filters are as high as a thumb needs', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    for (const [path, last] of [
      ['/', /^antes R\$/],
      ['/produtos', /histórico de estoque/],
      ['/pedidos?atrasados=1', /./],
      ['/compras', /./],
      ['/fornecedores', /^Pausar todos/],
      ['/configuracoes/custos', /./],
    ] as const) {
      await opens(page, path);
      await expect(page.locator('main').getByRole('button', { name: last }).first()).toBeVisible();
      expect(await findLow(page), path).toEqual([]);
    }
    await opens(page, '/pedidos');
    await page.getByRole('link', { name: /^\d/ }).first().click();
    await expect(page.getByRole('button', { name: /^Por quê/ }).first()).toBeVisible();
    await expectLoaded(page);
    expect(await findLow(page), 'an order').toEqual([]);
    // The page behind a dialog has no heading for whoever asks by role.
    await page.goto('/?fechamento=2026-01');
    const closing = page.getByRole('dialog', { name: 'Fechamento do mês' });
    await expect(closing.getByRole('button', { name: /, vendas: por que/ })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    expect(await findLow(page), "a month's closing").toEqual([]);
  });

  test('choices and placeholders are shown whole', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    for (const [path, field] of [
      ['/pedidos', 'Status'],
      ['/produtos', 'Fornecedor'],
    ] as const) {
      await opens(page, path);
      await page.getByRole('button', { name: 'Filtros' }).click();
      await expect(page.getByLabel(field, { exact: true })).toBeVisible();
      expect(await findCut(page.locator('main select')), path).toEqual([]);
    }
    await page.setViewportSize({ ...PHONE, width: 360 });
    await page.getByRole('button', { name: 'Buscar em tudo' }).click();
    const palette = page.getByRole('dialog', { name: 'Buscar e ir para' });
    await expect(palette).toBeVisible();
    expect(await findCut(palette.getByRole('combobox'))).toEqual([]);
  });

  test('the figures by date and the orders behind one are not cut off', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await opens(page, '/?periodo=365');
    await page.getByText('Ver como tabela').click();
    const table = page.getByRole('region', { name: 'Vendas do período por data' });
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
    expect(await table.evaluate(isWhole)).toBe(true);
    await page.getByRole('button', { name: /^Por que este número\? Receita$/ }).click();
    const rows = page.getByRole('region', { name: 'Pedidos', exact: true }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const ends = await rows
      .locator('p')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().right));
    expect(new Set(ends).size).toBe(1);
  });

  test('the chosen tab is in sight, and nothing in the bar moves when it says what is simulated', async ({
    page,
  }) => {
    await signInAs(page, DEMO.admin);
    await opens(page, '/admin?aba=auditoria');
    await expect(page.getByRole('tab', { name: 'Auditoria', selected: true })).toBeInViewport({ ratio: 1 });
    await opens(page, '/configuracoes/chaves-api');
    await expect(
      page.getByRole('navigation', { name: 'Configurações' }).getByRole('link', { name: 'Chaves de API' }),
    ).toBeInViewport({ ratio: 1 });

    const place = async () => (await page.getByRole('button', { name: 'Buscar em tudo' }).boundingBox())?.x;
    await expect(page.getByRole('link', { name: 'Modo simulado' })).toBeVisible();
    const beside = await place();
    await page.route('**/trpc/**integrations.status**', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Modo simulado' })).toHaveCount(0);
    expect(await place()).toBe(beside);
  });
});
