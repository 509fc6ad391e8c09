import { expect } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { expectToFit, WIDTHS } from '../page/fit';
import { signInAs } from '../page/session';
import { DEMO, test } from '../servers/demo';
import {
  DESKTOP,
  expectTouchable,
  expectTrapped,
  expectWhole,
  NARROW,
  openByEnter,
  TABLETS,
  Visitor,
} from './visit';

const EVERY_LAYOUT = [DESKTOP, ...TABLETS];

/*
 * Each screen is opened once: it loads no more than it may, fits from 360 to 2560 pixels with no button cut off, and
 * breaks no rule of WCAG 2.2 AA in either theme; then what opens in it does the same, and a phone has it whole.
 */
test.describe.configure({ mode: 'parallel' });

test('the dashboard, and what it shows of a year and of a month', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const visitor = await Visitor.of(page);
  await visitor.inspects('/', EVERY_LAYOUT);
  await visitor.isOnPhone();
  await expectTouchable(page, '/', /no período anterior: por que/);

  await test.step('the figures by date and the orders behind one are not cut off', async () => {
    await visitor.opens('/?periodo=365d');
    await page.getByText('Ver como tabela').click();
    const table = page.getByRole('region', { name: 'Vendas do período por data' });
    const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
    expect(await table.evaluate(isWhole)).toBe(true);
    await page.getByRole('button', { name: /, receita: por que este número/ }).click();
    const rows = page.getByRole('region', { name: 'Pedidos', exact: true }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    const ends = await rows
      .locator('p')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().right));
    expect(new Set(ends).size).toBe(1);
  });

  await test.step('a month’s closing', async () => {
    // The page behind a dialog has no heading for whoever asks by role.
    await page.goto('/?fechamento=2026-01');
    const closing = page.getByRole('dialog', { name: 'Fechamento do mês' });
    await expect(closing.getByRole('button', { name: /, vendas: por que/ })).toBeVisible();
    await expectTouchable(page, "a month's closing", null);
  });
});

test('the suppliers, their dialogs, and the purchases', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const visitor = await Visitor.of(page);
  await visitor.inspects('/fornecedores', EVERY_LAYOUT);
  await visitor.isOnPhone();
  await expectTouchable(page, '/fornecedores', /^Pausar todos/);
  await visitor.isOnDesktop();

  await test.step('dialogs hold the focus and give it back, with refused fields too', async () => {
    const opener = page.getByRole('button', { name: 'Adicionar Fornecedor' });
    await openByEnter(opener);
    const dialog = page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await expect(dialog.getByText('Campo obrigatório')).toBeVisible();
    await expectAccessible(page, 'supplier dialog with errors');
    await expectTrapped(dialog, opener);
    const remove = page.getByRole('button', { name: /^Deletar / }).first();
    await openByEnter(remove);
    const question = page.getByRole('alertdialog', {
      name: 'Tem certeza que deseja deletar este fornecedor?',
    });
    await expect(question).toBeVisible();
    await expectAccessible(page, 'supplier question');
    await expectTrapped(question, remove);
  });

  await test.step('pausing a supplier', async () => {
    await page.getByRole('button', { name: 'Pausar todos os anúncios' }).first().click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectToFit(page, 'pausing a supplier');
  });

  await test.step('purchases with their buyers and the page for the supplier', async () => {
    await visitor.inspects('/compras', EVERY_LAYOUT);
    await visitor.isOnPhone();
    await expectTouchable(page, '/compras');
    await visitor.isOnDesktop();
    await page
      .getByRole('button', { name: /^Ver o/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Página para o fornecedor' }).first().click();
    await page.getByRole('button', { name: 'Criar página' }).first().click();
    await expect(page.getByRole('link', { name: 'Abrir página' })).toBeVisible();
    await expectToFit(page, 'purchases');
    await page.getByRole('button', { name: 'Cancelar página' }).click();
    await expect(page.getByRole('link', { name: 'Abrir página' })).toHaveCount(0);
  });
});

test('the orders: ticked, asked about, printed, cancelled, in a table and on a phone', async ({ page }) => {
  await signInAs(page, DEMO.seller);
  const visitor = await Visitor.of(page);
  await visitor.inspects('/pedidos', EVERY_LAYOUT);

  await test.step('the table', async () => {
    const views = page.getByRole('group', { name: 'Ver como' });
    await visitor.isOnDesktop();
    await views.getByRole('button', { name: 'Tabela' }).click();
    await expect(page.getByRole('table').first()).toBeVisible();
    await expectToFit(
      page,
      'the table of orders',
      WIDTHS.filter((width) => width >= 768),
    );
    await views.getByRole('button', { name: 'Cartões' }).click();
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  await test.step('ticked orders, the question before a payment, and labels to print', async () => {
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    await bar.getByRole('checkbox').check();
    await expect(bar.getByRole('button', { name: /^Confirmar Pagamento/ })).toBeVisible();
    await expectToFit(page, 'ticked orders');
    await bar.getByRole('button', { name: /^Confirmar Pagamento/ }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectToFit(page, 'the question before a payment');
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click();
    await bar.getByRole('button', { name: /^Imprimir etiquetas/ }).click();
    await expect(
      page.getByRole('dialog', { name: 'Imprimir etiquetas' }).getByRole('button', { name: 'Fechar' }),
    ).toHaveCount(2);
    await expectToFit(page, 'labels to print');
  });

  await test.step('cancelling an order', async () => {
    await visitor.opens('/pedidos?filtro=pendentes');
    await page.getByRole('button', { name: 'Cancelar pedido' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Cancelar pedido' })).toBeVisible();
    await expectToFit(page, 'cancelling an order');
  });

  await test.step('on a phone', async () => {
    await visitor.isOnPhone();
    await visitor.opens('/pedidos?atrasados=1');
    await expectTouchable(page, '/pedidos?atrasados=1');
    await visitor.opens('/pedidos');
    await page.getByRole('button', { name: 'Filtros' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filtros', exact: true });
    await expect(sheet.getByLabel('Status', { exact: true })).toBeVisible();
    await expectWhole(sheet.locator('select'), '/pedidos');
    await sheet.getByRole('button', { name: /^Ver / }).click();
    await page.getByRole('link', { name: /^\d/ }).first().click();
    await expect(page.getByRole('button', { name: /: por que este número/ }).first()).toBeVisible();
    await expectLoaded(page);
    await expectTouchable(page, 'an order');
  });

  await test.step('the menu of a phone holds the focus and gives it back', async () => {
    await visitor.isOnPhone(NARROW);
    const opener = page.getByRole('button', { name: 'Abrir menu' });
    await openByEnter(opener);
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    await expectAccessible(page, 'drawer');
    await expectTrapped(drawer, opener);
  });
});
