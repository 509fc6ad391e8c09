import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { accountCode, shownAccount } from '../marketplaces/accounts';
import { isoDate, orAbsent } from '../wire/text';

/** dashboard.stats, .months and .bestSellers: whose orders count, those of all accounts or of one. */
export const accountFilter = z.object({ conta_id: orAbsent(accountCode) });

/** GET /dashboard/stats (docs/product-rules/dashboard.md#dashboard): counts of orders, amounts in reais; cancelled orders count nowhere. */
export const dashboardStats = z.object({
  total_vendas: z.int(),
  total_vendas_ml: z.int(),
  total_vendas_amazon: z.int(),
  receita_total: z.number(),
  lucro_total: z.number(),
  pedidos_pendentes: z.int(),
  vendas_mes: z.array(z.object({ mes: z.string(), vendas: z.int() })),
  produtos_mais_vendidos: z.array(z.object({ nome: z.string(), vendas: z.int() })),
  vendas_por_marketplace: z.object({ mercadolivre: z.int(), amazon: z.int() }),
  produtos_estoque_baixo: z.int(),
});

/** dashboard.accounts: orders and reais of each account of marketplaces where the seller has several. */
export const accountSales = z.array(
  z.object({ marketplace: z.enum(MARKETPLACES), conta: shownAccount, vendas: z.int(), receita: z.number() }),
);

export type AccountSales = z.output<typeof accountSales>;

/** dashboard.firstSteps: what a new seller has done, from the first supplier to the first delivered order. */
export const firstSteps = z.object({
  fornecedor: z.boolean(),
  produto: z.boolean(),
  publicado: z.boolean(),
  venda: z.boolean(),
  entrega: z.boolean(),
});

/** dashboard.todo: what waits for the seller. Orders, but for `sem_estoque` (published products without a unit left) and `margem_caiu`. */
export const dashboardTodo = z.object({
  aprovar: z.int(),
  /** When the oldest of these came. */
  aprovar_desde: isoDate.nullable(),
  enviar: z.int(),
  pagar: z.int(),
  /** What the suppliers of these get, in reais. */
  pagar_valor: z.number(),
  despachar: z.int(),
  atrasados: z.int(),
  /** The deadline of the oldest of these. */
  atrasados_desde: isoDate.nullable(),
  /** Cancelled orders, which no figure of the dashboard counts. */
  cancelados: z.int(),
  /** Labels that were never printed, of orders still to be shipped. */
  etiquetas: z.int(),
  atencao: z.int(),
  sem_estoque: z.int(),
  /** Products that a change of fees of the last month brought below the seller's margin, and the day of the last such change. */
  margem_caiu: z.int(),
  margem_caiu_em: z.string().nullable(),
  /** The margin that these are below, in percent; zero: they lose. */
  margem_minima: z.number().nullable(),
});

/** A product with fewer units than LOW_STOCK_LIMIT, as the dashboard lists it. */
export const lowStockProduct = z.object({
  id: z.string(),
  nome: z.string(),
  sku: z.string().nullable(),
  estoque: z.int(),
});

export type DashboardStats = z.output<typeof dashboardStats>;
export type FirstSteps = z.output<typeof firstSteps>;
export type DashboardTodo = z.output<typeof dashboardTodo>;
export type LowStockProduct = z.output<typeof lowStockProduct>;
