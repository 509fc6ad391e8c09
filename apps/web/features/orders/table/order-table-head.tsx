import type { OrderSort } from '@esteira/domain/orders/order-list';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';

/** How wide each column is, and from which width of the table on there is room for it: the product comes first. */
export const COLUMN_CLASSES: Record<string, string> = {
  pedido: 'w-30 @max-[860px]:w-29',
  produto: '',
  comprador: 'w-39 @min-[1400px]:w-48 @max-[960px]:hidden',
  fornecedor: 'w-48 @max-[1400px]:hidden',
  valor: 'w-24 @max-[860px]:hidden',
  lucro: 'w-24 @max-[1060px]:hidden',
  idade: 'w-29 @max-[860px]:w-27',
  status: 'w-40 @max-[860px]:w-28',
  acao: 'w-42 @max-[860px]:w-38',
};

interface HeadSort {
  /** What a click sorts by; a second click by the other, where there is one. */
  sorts: readonly [OrderSort, ...OrderSort[]];
}

const HEAD_SORTS: Record<string, HeadSort['sorts']> = {
  valor: ['maior_valor'],
  lucro: ['maior_lucro'],
  idade: ['mais_antigos', 'mais_novos'],
};

const ASCENDING: ReadonlySet<OrderSort> = new Set(['mais_antigos', 'prazo']);

interface OrderTableHeadProps {
  columns: readonly { id: string; title: string }[];
  /** The box that ticks all orders. */
  selectAll: ReactNode;
  ordem: OrderSort;
  onSort: (ordem: OrderSort) => void;
}

/** The heads of the columns; those that the server can sort by are buttons. */
export function OrderTableHead({ columns, selectAll, ordem, onSort }: OrderTableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={clsx(headClass, 'w-9 rounded-tl-lg')}>
          <span className="sr-only">Selecionar</span>
          {selectAll}
        </th>
        {columns.map(({ id, title }) => {
          const sorts = HEAD_SORTS[id];
          const isSorted = sorts?.includes(ordem) ?? false;
          return (
            <th
              key={id}
              scope="col"
              aria-sort={isSorted ? (ASCENDING.has(ordem) ? 'ascending' : 'descending') : undefined}
              className={clsx(headClass, COLUMN_CLASSES[id], isAmount(id) && 'text-right')}
            >
              {sorts ? (
                <button
                  type="button"
                  onClick={() => onSort(nextSort(sorts, ordem))}
                  className={clsx(
                    'inline-flex h-6 items-center gap-1 hover:text-foreground',
                    isSorted && 'text-foreground',
                  )}
                >
                  {title}
                  {isSorted && <SortArrow ordem={ordem} />}
                </button>
              ) : (
                title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

const headClass =
  'sticky top-(--head-top) z-10 h-8 border-border border-b bg-surface px-1.5 text-left font-medium text-muted text-xs last:rounded-tr-lg';

const isAmount = (id: string) => id === 'valor' || id === 'lucro';

function SortArrow({ ordem }: { ordem: OrderSort }) {
  const Arrow = ASCENDING.has(ordem) ? ArrowUp : ArrowDown;
  return <Arrow aria-hidden className="size-3.5" />;
}

/** The sorting after this one; where a column has only one, back to the newest. */
function nextSort(sorts: HeadSort['sorts'], ordem: OrderSort): OrderSort {
  const at = sorts.indexOf(ordem);
  if (at === -1) return sorts[0];
  return sorts[(at + 1) % sorts.length] === ordem
    ? 'mais_novos'
    : (sorts[(at + 1) % sorts.length] ?? sorts[0]);
}
