import type { PlanId } from '@esteira/domain/plans';

/** Every URL of the app, once (docs/product-rules.md#routes). */
export const paths = {
  login: '/login',
  pricing: '/pricing',
  checkout: (plano: PlanId) => `/checkout/${plano}`,
  dashboard: '/',
  products: '/produtos',
  newProduct: '/produtos?novo=1',
  productSearch: (busca: string) => `/produtos?busca=${encodeURIComponent(busca)}`,
  lowStock: '/produtos?estoque_baixo=1',
  suppliers: '/fornecedores',
  newSupplier: '/fornecedores?novo=1',
  supplierSearch: (busca: string) => `/fornecedores?busca=${encodeURIComponent(busca)}`,
  orders: '/pedidos',
  order: (id: string) => `/pedidos?pedido=${encodeURIComponent(id)}`,
  orderPage: (id: string) => `/pedidos/${encodeURIComponent(id)}`,
  orderSearch: (busca: string) => `/pedidos?busca=${encodeURIComponent(busca)}`,
  pendingOrders: '/pedidos?filtro=pendentes',
  cancelledOrders: '/pedidos?status=cancelado',
  integrations: '/integracao',
  tutorial: '/tutorial',
  admin: '/admin',
} as const;
