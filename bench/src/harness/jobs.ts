import type { Call } from './drive';
import type { Seller } from './sellers';

const SALES_PER_SELLER = 5;

export const sellersSales = (sellers: readonly Seller[]): Call[] =>
  // Neighbours in the list are different sellers: they do not wait for each other's rows.
  Array.from({ length: SALES_PER_SELLER }, (_, index) =>
    sellers.map((seller) => saleCall(seller, seller.stocked[index] ?? '')),
  ).flat();

/** All by one seller, of as many products as are never sold out. */
export const sellerSales = (seller: Seller): Call[] =>
  seller.stocked.map((productId) => saleCall(seller, productId));

export const saleCall = (seller: Call['seller'], productId: string): Call => ({
  method: 'POST',
  path: `/api/mercadolivre/simular-venda/${productId}`,
  seller,
});

export const dashboardCall = (seller: Call['seller']): Call => ({
  method: 'GET',
  path: '/api/dashboard/stats',
  seller,
});

export const sessionCall = (seller: Call['seller']): Call => ({
  method: 'GET',
  path: '/api/auth/me',
  seller,
});

/** Words that many of the seller's products have. */
export const commonSearches = (seller: Seller): Call[] =>
  ['camiseta', 'algodão', 'AZUL', 'modelo', 'caneca'].map((term) =>
    pageFrom(`/api/produtos?limite=50&busca=${encodeURIComponent(term)}`, seller),
  );

/** The newest page of everybody, the page that the screens open with. */
export const newestPages = (path: 'produtos' | 'pedidos', sellers: readonly Call['seller'][]): Call[] =>
  sellers.map((seller) => ({ method: 'GET', path: `/api/${path}?limite=50`, seller }));

export const productPages = (sellers: readonly Seller[]): Call[] => [
  ...newestPages('produtos', sellers),
  ...sellers.map((seller) => pageFrom(`/api/produtos?limite=50&cursor=${seller.productCursor}`, seller)),
];

export const orderPages = (sellers: readonly Seller[]): Call[] => [
  ...newestPages('pedidos', sellers),
  ...sellers.map((seller) => pageFrom(`/api/pedidos?limite=50&cursor=${seller.orderCursor}`, seller)),
];

const pageFrom = (path: string, seller: Seller): Call => ({ method: 'GET', path, seller });
