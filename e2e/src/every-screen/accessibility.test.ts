import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectLoaded } from '../page/axe';
import { Seller } from '../page/seller';
import { signInAs } from '../page/session';
import { getToasts } from '../page/toasts';
import { DEMO, test } from '../servers/demo';

const LISTS = {
  '/': 'Erro ao carregar estatísticas',
  '/produtos': 'Erro ao carregar dados',
  '/fornecedores': 'Erro ao carregar fornecedores',
  '/compras': 'Erro ao carregar compras',
  '/pedidos': 'Erro ao carregar pedidos',
};

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node) => node === document.activeElement);
}

/** Tab goes round inside of the dialog, both ways; Esc closes it and the focus returns to what opened it. */
async function expectTrapped(page: Page, dialog: Locator, opener: Locator): Promise<void> {
  const stops = await dialog.locator('button, input, select, textarea, a[href]').count();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stop = 0; stop <= stops; stop += 1) {
      await page.keyboard.press(key);
      expect(await dialog.evaluate((node) => node.contains(document.activeElement)), key).toBe(true);
    }
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
}

test.describe('no rule of WCAG 2.2 AA is broken, in either theme, on', () => {
  test('the registration with refused fields', async ({ page }) => {
    await page.goto('/login?aba=registrar');
    await page.getByRole('button', { name: 'Criar Conta' }).click();
    await expect(page.getByText('Campo obrigatório').first()).toBeVisible();
    await expectAccessible(page, 'registration with errors');
  });

  test('every page of a new seller', { tag: '@release' }, async ({ page }) => {
    await Seller.new(page).arrives();
    for (const path of Object.keys(LISTS)) {
      await page.goto(path);
      await expectLoaded(page);
      await expectAccessible(page, `${path}, empty`);
    }
  });

  test('every list that did not load', { tag: '@release' }, async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await page.route(/\/trpc\/(?!auth\.me\b|live\.)/, (route) => {
      // A batch: one answer for each of its calls. A 404 is not tried again.
      const answers = new URL(route.request().url()).pathname
        .split(',')
        .map(() => ({ error: { message: '', code: -32004, data: { httpStatus: 404 } } }));
      return route.fulfill({ status: 404, json: answers });
    });
    for (const [path, sentence] of Object.entries(LISTS)) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Tentar novamente' }).first()).toBeVisible();
      await expect(getToasts(page, sentence).first()).toBeVisible();
      await expectAccessible(page, `${path}, failed`);
    }
  });
});

test.describe('dialogs break no rule in either theme, hold the focus and give it back', {
  tag: '@release',
}, () => {
  test('those of the products', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await page.goto('/produtos');
    await expectLoaded(page);
    for (const [opener, role, title] of [
      [page.getByRole('button', { name: 'Adicionar Produto' }), 'dialog', 'Novo Produto'],
      [page.getByRole('button', { name: /^Editar / }).first(), 'dialog', 'Editar Produto'],
      [page.getByRole('button', { name: 'Importar CSV' }), 'dialog', 'Importar CSV'],
      [
        page.getByRole('button', { name: /^Deletar / }).first(),
        'alertdialog',
        'Tem certeza que deseja deletar este produto?',
      ],
    ] as const) {
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole(role, { name: title });
      await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeVisible();
      await expectAccessible(page, title);
      await expectTrapped(page, dialog, opener);
    }
  });

  test('those of the suppliers, with refused fields too', async ({ page }) => {
    await signInAs(page, DEMO.seller);
    await page.goto('/fornecedores');
    await expectLoaded(page);
    const opener = page.getByRole('button', { name: 'Adicionar Fornecedor' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Novo Fornecedor' });
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click();
    await expect(dialog.getByText('Campo obrigatório')).toBeVisible();
    await expectAccessible(page, 'supplier dialog with errors');
    await expectTrapped(page, dialog, opener);

    const remove = page.getByRole('button', { name: /^Deletar / }).first();
    await remove.focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', {
      name: 'Tem certeza que deseja deletar este fornecedor?',
    });
    await expect(question).toBeVisible();
    await expectAccessible(page, 'supplier question');
    await expectTrapped(page, question, remove);
  });

  test('the menu of a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await signInAs(page, DEMO.seller);
    await page.goto('/pedidos');
    await expectLoaded(page);
    const opener = page.getByRole('button', { name: 'Abrir menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    await expectAccessible(page, 'drawer');
    await expectTrapped(page, drawer, opener);
  });

  test('the history of an order and the result of a bulk run', async ({ page }) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await seller.hasSupplier('Distribuidora Central');
    await seller.hasProduct({
      nome: 'Luminária',
      fornecedor: 'Distribuidora Central',
      custo: '20',
      precoMl: '50',
      estoque: '9',
    });
    await seller.opens('Produtos');
    await page.getByRole('checkbox', { name: 'Selecionar Luminária' }).check();
    await expectAccessible(page, 'bulk bar');
    await page
      .getByRole('region', { name: 'Ações em lote' })
      .getByRole('button', { name: 'Publicar no ML' })
      .click();
    await expect(page.getByRole('button', { name: 'Concluir' })).toBeVisible();
    await expectAccessible(page, 'bulk result');
    await page.getByRole('button', { name: 'Concluir' }).click();
    await seller.card('Luminária').getByRole('button', { name: 'Simular Venda' }).click();
    await seller.seesToast(/\(modo simulado\)/);
    await expectAccessible(page, 'toast');
    await seller.opens('Pedidos');
    await page.getByRole('button', { name: 'Histórico' }).click();
    await expect(page.getByText('Pedido recebido')).toBeVisible();
    await expectAccessible(page, 'history');
    await page.getByRole('button', { name: 'Aprovar Pedido' }).click();
    await expect(page.getByRole('button', { name: 'Desfazer' })).toBeVisible();
    await expectAccessible(page, 'step with its undo');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(page.getByText('Desfeito: de volta a "Pendente Aprovação"')).toBeVisible();
    await expectAccessible(page, 'history with a step taken back');
  });
});

test.describe('without a mouse', () => {
  test('toasts appear in a polite live region', async ({ page }) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await seller.addsSupplier('Distribuidora Central');
    const region = page.getByRole('region', { name: /^Notificações/ });
    await expect(region).toHaveAttribute('aria-live', 'polite');
    await expect(region.getByText('Fornecedor criado!')).toBeVisible();
  });

  test('the whole main job goes through, from the supplier to the delivery', { tag: '@release' }, async ({
    page,
  }) => {
    const seller = Seller.new(page);
    await seller.arrives();
    await page.goto('/');
    const { keyboard } = page;
    /** Tab, until what is wanted has the focus, as somebody without a mouse does. */
    async function tabTo(target: Locator): Promise<void> {
      await expect(target).toBeVisible();
      for (let step = 0; step < 60; step += 1) {
        if (await hasFocus(target)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never reached ${target}`);
    }
    async function press(target: Locator): Promise<void> {
      await tabTo(target);
      // For a moment after a step no order takes another key.
      await expect(target).toBeEnabled();
      await keyboard.press('Enter');
    }
    const link = (name: string) => page.getByRole('navigation').getByRole('link', { name });
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await press(link('Fornecedores'));
    await press(button('Adicionar Fornecedor'));
    await tabTo(page.getByLabel('Nome *'));
    await keyboard.type('Distribuidora Central');
    await keyboard.press('Enter');
    await seller.seesToast('Fornecedor criado!');

    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(link('Produtos'));
    await press(button('Adicionar Produto'));
    for (const [label, text] of [
      ['Nome do Produto *', 'Luminária'],
      ['Fornecedor *', 'Distribuidora'],
      ['Preço Fornecedor *', '20'],
      ['Preço ML *', '50'],
      ['Estoque *', '9'],
    ] as const) {
      await tabTo(page.getByLabel(label, { exact: true }));
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    await seller.seesToast('Produto criado!');

    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(button('Publicar no ML'));
    await press(button('Simular Venda'));
    await seller.seesToast(/\(modo simulado\)/);
    await press(link('Pedidos'));
    for (const [step, toast] of [
      ['Aprovar Pedido', 'Pedido aprovado!'],
      ['Enviar ao Fornecedor', 'Pedido enviado ao fornecedor!'],
      ['Confirmar Pagamento', 'Pagamento confirmado!'],
      ['Enviado ao Cliente', 'Marcado como enviado ao cliente!'],
      ['Marcar Entregue', 'Pedido marcado como entregue!'],
    ] as const) {
      await press(button(step));
      await seller.seesToast(toast);
    }
    await expect(page.getByText('Pedido Finalizado')).toBeVisible();
  });
});
