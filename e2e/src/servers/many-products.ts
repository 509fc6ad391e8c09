import type { Page } from '@playwright/test';
import { Api } from '../page/api';

/** Fills the catalogue of the signed-in seller by one CSV file; every other product is for sale on Amazon too. */
export async function fillCatalogue(page: Page, count: number): Promise<void> {
  const api = await Api.of(page);
  await api.call('POST', '/fornecedores', { nome: 'Distribuidora Central' });
  const rows = Array.from(
    { length: count },
    (_, index) =>
      `Distribuidora Central,Produto ${index},SKU-${index},20.50,59.90,${index % 2 ? '69.90' : ''},7`,
  );
  const header = 'fornecedor_id,nome,sku,preco_fornecedor,preco_venda_ml,preco_venda_amazon,estoque';
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.post('/api/produtos/importar-csv', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      file: { name: 'produtos.csv', mimeType: 'text/csv', buffer: Buffer.from([header, ...rows].join('\n')) },
    },
    timeout: 60_000,
  });
  if (!answer.ok()) throw new Error(`The import failed: ${await answer.text()}`);
}
