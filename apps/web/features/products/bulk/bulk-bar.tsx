import { countText } from '@esteira/domain/text/count-text';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { lazyPart } from '../../../lib/lazy-part';
import { SelectionBar } from '../../../parts/bulk/selection-bar';
import type { BulkSelection } from './bulk-selection';

// Most visits tick nothing.
const BulkActions = lazyPart(() => import('./bulk-actions-row'), 'BulkActionsRow');

interface BulkBarProps {
  selection: BulkSelection;
  /** How many products are loaded. */
  loaded: number;
  /** How many the server has; unknown while it counts. */
  total: number | undefined;
  narrowed: boolean;
  /** Stands at the end of the bar while nothing is ticked. */
  aside: ReactNode;
}

/** Ticks products, and says what can be done with the ticked ones. */
export function BulkBar({ selection, loaded, total, narrowed, aside }: BulkBarProps) {
  const { selected, gathering, selectAll, clear } = selection;
  return (
    <SelectionBar
      selected={selected.length}
      isPart={selected.length < (total ?? loaded)}
      gathering={gathering}
      allLabel={total && total > 1 ? allText(total, narrowed) : 'Selecionar todos'}
      totalLabel={totalText(total)}
      onSelectAll={selectAll}
      onClear={clear}
      loadActions={BulkActions.preload}
      actions={(focusBar) => (
        <div data-changes className="contents">
          <BulkActions selection={selection} onClosed={focusBar} />
        </div>
      )}
      aside={aside}
    />
  );
}

/** Ticks all of the filter, loaded or not, and says how many. */
function allText(total: number, narrowed: boolean): string {
  const count = formatCount(total);
  return narrowed ? `Selecionar os ${count} desta busca` : `Selecionar todos os ${count}`;
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return countText(total, 'produto', 'produtos');
}
