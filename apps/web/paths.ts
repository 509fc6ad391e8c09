import type { PlanId } from '@esteira/domain/billing/plans';
import type { Marketplace } from '@esteira/domain/marketplaces';

/** Every URL of the app, once (docs/product-rules/web-app.md#routes). */
export const paths = {
  login: '/login',
  forgotPassword: '/esqueci-senha',
  invitation: '/convite',
  pricing: '/pricing',
  checkout: (plano: PlanId) => `/checkout/${plano}`,
  turnOnRenewal: (plano: PlanId) => `/checkout/${plano}/renovacao`,
  dashboard: '/',
  /** Opens what makes a figure of a period; days as `YYYY-MM-DD`. */
  periodFigure: ({ de, ate }: { de: string; ate: string }, figure: string) =>
    `/?periodo=datas&de=${de}&ate=${ate}&porque=${figure}`,
  products: '/produtos',
  newProduct: '/produtos?novo=1',
  importProducts: '/produtos?importar=1',
  productSearch: (busca: string) => `/produtos?busca=${encodeURIComponent(busca)}`,
  lowStock: '/produtos?estoque_baixo=1',
  soldOut: '/produtos?sem_estoque=1',
  fallenMargins: '/produtos?margem_caiu=1',
  supplierProducts: (id: string) => `/produtos?fornecedor_id=${encodeURIComponent(id)}`,
  suppliers: '/fornecedores',
  newSupplier: '/fornecedores?novo=1',
  supplierSearch: (busca: string) => `/fornecedores?busca=${encodeURIComponent(busca)}`,
  editSupplier: (id: string) => `/fornecedores?editar=${encodeURIComponent(id)}`,
  purchasing: '/compras',
  purchasingOf: (id: string) => `/compras#fornecedor-${encodeURIComponent(id)}`,
  orders: '/pedidos',
  supplierOrders: (id: string) => `/pedidos?fornecedor=${encodeURIComponent(id)}`,
  attentionOrders: '/pedidos?atencao=1',
  order: (id: string) => `/pedidos?pedido=${encodeURIComponent(id)}`,
  orderPage: (id: string) => `/pedidos/${encodeURIComponent(id)}`,
  orderSearch: (busca: string) => `/pedidos?busca=${encodeURIComponent(busca)}`,
  pendingOrders: '/pedidos?filtro=pendentes',
  /** Of the days from `de` to `ate`, as `YYYY-MM-DD`. */
  pendingOrdersOf: (marketplace: Marketplace, { de, ate }: { de: string; ate: string }) =>
    `/pedidos?filtro=pendentes&marketplace=${marketplace}&de=${de}&ate=${ate}`,
  paidOrders: '/pedidos?status=pago',
  lateOrders: '/pedidos?atrasados=1&ordem=prazo',
  unprintedOrders: '/pedidos?nao_impressa=1',
  cancelledOrders: '/pedidos?status=cancelado',
  integrations: '/integracao',
  tutorial: '/tutorial',
  subscription: '/configuracoes/assinatura',
  account: '/configuracoes/conta',
  apiKeys: '/configuracoes/chaves-api',
  activity: '/configuracoes/atividade',
  team: '/configuracoes/equipe',
  costs: '/configuracoes/custos',
  admin: '/admin',
} as const;
