import type { Call } from './drive';
import type { Seller } from './sellers';

/** One thing that sellers do, as requests. */
export interface Job {
  name: string;
  calls: readonly Call[];
}

const SALES_PER_SELLER = 5;

export function readJobs(sellers: readonly Seller[]): Job[] {
  const largest = sellers.slice(0, 1);
  return [
    { name: 'Product page of 50', calls: productPages(sellers) },
    { name: 'Search, common term', calls: commonSearches(sellers[0]) },
    {
      name: 'Search, rare term',
      calls: searches(largest, ['sku-0000105', 'modelo 1990', '0002500', 'modelo 475']),
    },
    {
      name: 'Search, absent term',
      calls: searches(largest, ['azul camiseta', 'xyzzy', 'sku-9999999', 'geladeira']),
    },
    { name: 'Search, term of other sellers', calls: searches(largest, ['caneca', 'luminária', 'mochila']) },
    { name: 'Order page of 50', calls: orderPages(sellers) },
    { name: 'Dashboard', calls: sellers.map(dashboardCall) },
  ];
}

export function saleJob(sellers: readonly Seller[]): Job {
  // Neighbours in the list are different sellers: they do not wait for each other's rows.
  const calls = Array.from({ length: SALES_PER_SELLER }, (_, index) =>
    sellers.map((seller) => saleCall(seller, seller.stocked[index] ?? '')),
  ).flat();
  return { name: 'Simulated sale', calls };
}

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
export const commonSearches = (seller: Seller | undefined): Call[] =>
  searches(seller === undefined ? [] : [seller], ['camiseta', 'algodão', 'AZUL', 'modelo', 'caneca']);

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

const searches = (sellers: readonly Seller[], terms: readonly string[]): Call[] =>
  sellers.flatMap((seller) =>
    terms.map((term) => pageFrom(`/api/produtos?limite=50&busca=${encodeURIComponent(term)}`, seller)),
  );
