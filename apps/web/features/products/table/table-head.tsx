import type { ProductSort } from '@esteira/domain/products/product-sort';
import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Column, ROW_ACTS } from './columns';

interface TableHeadProps {
  columns: Column[];
  /** The box that ticks all products. */
  selectAll: ReactNode;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
}

export function TableHead({ columns, selectAll, sort, onSort }: TableHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands in a grid of its own.
    <div
      role="rowgroup"
      className="sticky top-(--head-top) z-10 rounded-t-lg border-border border-b bg-sunken"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus. */}
      <div
        role="row"
        aria-rowindex={1}
        className="grid h-10 items-center text-[13px]"
        style={{ gridTemplateColumns: 'var(--columns)' }}
      >
        {columns.map((column, place) => (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          // biome-ignore lint/a11y/useFocusableInteractive: as above.
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={place + 1}
            aria-sort={column.sort && sortStateOf(column, sort)}
            className={clsx('flex min-w-0 px-2 font-medium text-muted', column.isNumber && 'justify-end')}
          >
            {column.sort ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              <>
                {column.id === 'selecao' && selectAll}
                <span
                  className={clsx(
                    'truncate',
                    (column.id === 'selecao' || column.id === ROW_ACTS) && 'sr-only',
                  )}
                >
                  {column.label}
                </span>
              </>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

type SortState = 'ascending' | 'descending' | 'none';

function sortStateOf({ sort: sorts }: Column, sort: ProductSort): SortState {
  if (sort === sorts?.up) return 'ascending';
  return sort === sorts?.down ? 'descending' : 'none';
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };

interface SortButtonProps {
  column: Column;
  sort: ProductSort;
  onSort: (sort: ProductSort) => void;
}

/** Upwards, downwards, and then newest first again. */
function SortButton({ column, sort, onSort }: SortButtonProps) {
  const state = sortStateOf(column, sort);
  const Icon = ICONS[state];
  const { up, down } = column.sort ?? {};
  const next = state === 'none' ? up : state === 'ascending' ? down : undefined;
  return (
    <button
      type="button"
      onClick={() => onSort(next ?? 'recentes')}
      className={clsx(
        'inline-flex min-w-0 items-center gap-1 rounded py-1 hover:text-foreground',
        state !== 'none' && 'text-foreground',
      )}
    >
      <span className="truncate">{column.label}</span>
      <Icon aria-hidden className="size-3.5 shrink-0" />
    </button>
  );
}
