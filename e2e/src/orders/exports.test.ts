import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { Api } from '../page/api';
import { expectAccessible } from '../page/axe';
import { test } from '../servers/fixtures';

async function exports(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Exportar' }).click();
  const item = page.getByRole('menuitem', { name: format });
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test.describe('exports', { tag: '@release' }, () => {
  test('of products follow the filters of the address, and open as what they are', async ({
    page,
    seller,
  }) => {
    const api = await Api.of(page);
    await api.publishesProduct('Caneca', { sku: '007' });
    await api.publishesProduct('Prato');
    await page.goto('/produtos?busca=caneca');
    await expect(seller.card('Caneca')).toBeVisible();
    const csv = await exports(page, 'CSV');
    await seller.seesToast('Arquivo exportado');
    expect(csv.name).toMatch(/^produtos-\d{4}-\d\d-\d\d\.csv$/);
    const [heading, row, ...rest] = csv.bytes.toString().split('\r\n');
    expect(heading).toBe(
      '\uFEFFfornecedor_id;nome;descricao;sku;preco_fornecedor;preco_venda_ml;preco_venda_amazon;estoque;imagem_url;estoque_exportado',
    );
    expect(row).toMatch(/^Fornecedor de Caneca;Caneca;;"=""007""";25,00;59,90;;100;;100 \([\da-f-]{36}\)$/);
    expect(rest).toEqual(['']);
    const xlsx = await exports(page, 'Excel');
    expect(xlsx.name).toMatch(/\.xlsx$/);
    expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('of orders follow the filters, by keyboard alone', async ({ page, seller: _ }) => {
    const api = await Api.of(page);
    const id = await api.publishesProduct('Caneca');
    await api.sells(id);
    await api.sells(id);
    const [{ id: order, ml_order_id }] = await api.call('GET', '/pedidos');
    await api.call('POST', `/pedidos/${order}/aprovar`);
    await page.goto('/pedidos?status=aprovado');
    const button = page.getByRole('button', { name: 'Exportar' });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeFocused();
    await expectAccessible(page, 'menu Exportar');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeFocused();
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    const [number, marketplace] = lines[1]?.split(';') ?? [];
    expect([number?.replace(/[="]/g, ''), marketplace]).toEqual([ml_order_id, 'Mercado Livre']);
    await expect(button).toBeFocused();
  });
});
