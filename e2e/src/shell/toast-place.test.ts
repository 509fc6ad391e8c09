import { expect, type Locator, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { openListening } from '../page/live';
import { getToasts } from '../page/toasts';
import { test } from '../servers/fixtures';

async function getBox(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('it is not on the screen');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Which of these the toast lies over, by their names. */
async function findCovered(page: Page, controls: Record<string, Locator>): Promise<string[]> {
  const toast = await getBox(getToasts(page).first());
  const covered: string[] = [];
  for (const [name, control] of Object.entries(controls)) {
    const box = await getBox(control);
    const isApart =
      box.right <= toast.left ||
      box.left >= toast.right ||
      box.bottom <= toast.top ||
      box.top >= toast.bottom;
    if (!isApart) covered.push(name);
  }
  return covered;
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];

test('a toast covers neither banner, main button nor the first card’s action at any width, nor filters on a wide screen', {
  tag: '@release',
}, async ({ page, seller }) => {
  const api = await Api.of(page);
  const id = await api.publishesProduct('Caneca', { imagem_url: null });
  const main = page.getByRole('main');
  const banner = page.getByRole('link', { name: 'Ver Planos' });
  const card = seller.card('Caneca');
  const onProducts = {
    'Ver Planos': banner,
    // On a phone it stands behind the other.
    'Importar CSV': main.getByRole('button', { name: /^(Importar CSV|Mais ações)$/ }),
    'Adicionar Produto': main.getByRole('button', { name: 'Adicionar Produto' }),
    'Simular Venda': card.getByRole('button', { name: 'Simular Venda' }),
  };
  // In a narrower window they leave no place free at the top right.
  const filters = {
    Fornecedor: main.getByLabel('Fornecedor', { exact: true }),
    'Ordenar por': main.getByLabel('Ordenar por'),
    Tabela: main.getByRole('button', { name: 'Tabela' }),
  };
  const approve = page.getByRole('button', { name: 'Aprovar Pedido' });
  for (const size of SIZES) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      await page.goto('/produtos');
      await card.getByRole('button', { name: 'Simular Venda' }).click();
      await expect(getToasts(page)).toHaveCount(1);
      expect(await findCovered(page, { ...onProducts, ...(size.width >= 1280 && filters) })).toEqual([]);

      await openListening(page, '/pedidos');
      await expect(approve.first()).toBeVisible();
      await api.sells(id);
      await expect(getToasts(page, 'Novo pedido')).toBeVisible();
      expect(await findCovered(page, { 'Ver Planos': banner, 'Aprovar Pedido': approve.first() })).toEqual(
        [],
      );
    });
  }
});
