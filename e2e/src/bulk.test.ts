import { describe, expect } from 'vitest';
import { test } from './fixtures';
import { fillCatalogue } from './many-products';

describe('publishing many products at once', () => {
  test('tells of every product whether it was published, or why not', async ({ page, seller }) => {
    await fillCatalogue(page, 3);
    await seller.opens('Produtos');
    await page.getByText('3 produtos').waitFor();
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    await page.getByText('3 selecionados').waitFor();
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    await bar.getByRole('button', { name: 'Publicar na Amazon' }).click();

    const dialog = page.getByRole('dialog', { name: 'Publicar na Amazon' });
    await dialog.getByText('1 publicado, 2 com erro').waitFor();
    const lines = dialog.getByRole('listitem');
    expect(await lines.count()).toBe(3);
    await lines
      .filter({ hasText: 'Produto 2' })
      .getByText('Defina o preço Amazon antes de publicar')
      .waitFor();
    await lines
      .filter({ hasText: 'Produto 1' })
      .getByText(/Produto publicado na Amazon/)
      .waitFor();
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await dialog.waitFor({ state: 'detached' });

    const amazon = seller.card('Produto 1').getByRole('region', { name: 'Amazon' });
    await amazon.getByText('Publicado', { exact: true }).waitFor();
    await page.getByText('2 selecionados').waitFor();
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('type'));
    expect(focused).toBe('checkbox');
  });

  test('publishes and takes back what was ticked, and nothing else', async ({ page, seller }) => {
    await fillCatalogue(page, 3);
    await seller.opens('Produtos');
    await page.getByRole('checkbox', { name: 'Selecionar Produto 0' }).check();
    await page.getByRole('checkbox', { name: 'Selecionar Produto 2' }).check();
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    const published = page.getByText('Publicado', { exact: true });
    await bar.getByRole('button', { name: 'Publicar no ML' }).click();
    await page.getByRole('dialog').getByText('2 publicados').waitFor();
    await page.getByRole('button', { name: 'Concluir' }).click();
    await published.nth(1).waitFor();
    expect(await published.count()).toBe(2);
    expect(await bar.getByRole('button', { name: 'Limpar' }).count()).toBe(0);

    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    await bar.getByRole('button', { name: 'Despublicar do ML' }).click();
    await page.getByRole('dialog').getByText('3 despublicados').waitFor();
    await page.getByRole('button', { name: 'Concluir' }).click();
    await published.first().waitFor({ state: 'detached' });
  });

  test('begins nothing more once it is cancelled, and says what was left out', async ({ page, seller }) => {
    await fillCatalogue(page, 12);
    await seller.opens('Produtos');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/trpc/publication*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('checkbox', { name: 'Selecionar todos' }).check();
    const bar = page.getByRole('region', { name: 'Ações em lote' });
    await bar.getByRole('button', { name: 'Publicar no ML' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publicar no ML' });
    await dialog.getByRole('progressbar').waitFor();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    answer();
    await dialog.getByText('4 publicados, 8 não enviados').waitFor();
    expect(await dialog.getByText('Cancelado antes do envio').first().isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'Concluir' }).click();
    await page.getByText('8 selecionados').waitFor();
  });

  test('another search begins without a selection', async ({ page, seller }) => {
    await fillCatalogue(page, 3);
    await seller.opens('Produtos');
    await page.getByRole('checkbox', { name: 'Selecionar Produto 1' }).check();
    await page.getByText('1 selecionado').waitFor();
    await page.getByLabel('Buscar produtos').fill('SKU-1');
    await page.keyboard.press('Enter');
    await page.getByText('1 produto', { exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Selecionar Produto 1' }).isChecked()).toBe(false);
  });
});
