import type { ProductName } from '@esteira/validators/products/product';
import { trpc } from '../../../lib/data/trpc';
import { useSelection } from '../../../parts/bulk/use-selection';
import type { toFilterInput } from '../list/product-search';

export type BulkSelection = ReturnType<typeof useBulkSelection>;

interface SelectableList {
  /** Those that are loaded. */
  products: ProductName[];
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
  filter: ReturnType<typeof toFilterInput>;
}

/** The products ticked on one list; another search is another list and begins with none. */
export function useBulkSelection({ products, total, filter }: SelectableList) {
  const utils = trpc.useUtils();

  async function fetchAll(): Promise<ProductName[]> {
    const found: ProductName[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await utils.products.names.fetch({ ...filter, cursor }, { staleTime: 0 });
      found.push(...page.itens);
      cursor = page.proximo_cursor;
    } while (cursor);
    return found;
  }

  return useSelection({
    items: products,
    isWhole: products.length >= (total ?? 0),
    listKey: JSON.stringify(filter),
    fetchAll,
    failure: 'Erro ao carregar dados',
  });
}
