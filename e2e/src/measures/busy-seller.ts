import type { Page } from '@playwright/test';
import { Api } from '../page/api';
import { fillCatalogue } from '../servers/many-products';

export interface Busy {
  products: number;
  suppliers: number;
  orders: number;
  /** How many of the orders are approved, so that there is something to buy. */
  approved: number;
}

/** Gives the signed-in seller a catalogue, suppliers and orders. */
export async function makeBusy(page: Page, { products, suppliers, orders, approved }: Busy): Promise<void> {
  const api = await Api.of(page);
  await fillCatalogue(page, products);
  for (let number = 1; number < suppliers; number += 1)
    await api.call('POST', '/fornecedores', {
      nome: `Fornecedor ${number}`,
      email: `f${number}@exemplo.com`,
    });
  const [product] = await api.call('GET', '/produtos?limite=1');
  await api.call('PUT', `/produtos/${product.id}`, { ...product, estoque: orders });
  await api.call('POST', `/mercadolivre/publicar/${product.id}`);
  for (let sale = 0; sale < orders; sale += 1) await api.sells(product.id);
  const stored: { id: string }[] = await api.call('GET', `/pedidos?limite=${orders}`);
  for (const { id } of stored.slice(-approved)) await api.call('POST', `/pedidos/${id}/aprovar`);
}
