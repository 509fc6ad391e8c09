import { z } from 'zod';

/** GET /dashboard/stats (spec §3, decisions §9): counts of orders, amounts in reais; cancelled orders count nowhere. */
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

/** A product with fewer units than LOW_STOCK_LIMIT, as the dashboard lists it. */
export const lowStockProduct = z.object({
  id: z.string(),
  nome: z.string(),
  sku: z.string().nullable(),
  estoque: z.int(),
});

export type DashboardStats = z.output<typeof dashboardStats>;
export type LowStockProduct = z.output<typeof lowStockProduct>;
