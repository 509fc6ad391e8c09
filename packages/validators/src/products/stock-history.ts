import { STOCK_REASONS } from '@esteira/domain/products/stock';
import { z } from 'zod';
import { pageInput } from '../wire/page';
import { isoDate, recordId } from '../wire/text';

/** products.stockHistory: of which product, and which page. */
export const stockHistoryInput = pageInput.extend({ id: recordId });

/** A line of a product's stock ledger, with the stock that it left. */
export const stockHistoryEntry = z.object({
  id: z.string(),
  criado_em: isoDate,
  motivo: z.enum(STOCK_REASONS),
  /** Units, signed. */
  quantidade: z.int(),
  /** Units after it. */
  saldo: z.int(),
  pedido: z.object({ id: z.string(), ml_order_id: z.string() }).nullable(),
  /** Null: the marketplace. */
  ator_nome: z.string().nullable(),
});

export type StockHistoryInput = z.output<typeof stockHistoryInput>;
export type StockHistoryEntry = z.output<typeof stockHistoryEntry>;
