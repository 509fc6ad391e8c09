import type { Supplier } from '@esteira/validators/products/supplier';
import { trpc } from '../../../lib/data/trpc';

/** How many suppliers one call is asked for: as many as a page of the list has, or more. */
const SUPPLIERS_PER_CALL = 96;

/** What each supplier on screen has to do with products, orders and money; absent while it is not known. */
export function useSupplierFigures(suppliers: readonly Supplier[]) {
  const calls = Array.from({ length: Math.ceil(suppliers.length / SUPPLIERS_PER_CALL) }, (_, call) =>
    suppliers.slice(call * SUPPLIERS_PER_CALL, (call + 1) * SUPPLIERS_PER_CALL).map(({ id }) => id),
  );
  const queries = trpc.useQueries((t) => calls.map((ids) => t.purchasing.figures({ ids })));
  return new Map(
    queries.flatMap(({ data = [] }) => data.map((figures) => [figures.fornecedor_id, figures] as const)),
  );
}
