import { countText } from '@esteira/domain/text/count-text';
import { formatCount } from '../../../lib/format/figures';
import { lazyPart } from '../../../lib/lazy-part';
import { SelectAllBox, SelectionBar } from '../../../parts/bulk/selection-bar';
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
}

/** Ticks products, and says what can be done with the ticked ones. */
export function BulkBar({
  isPending,
  isTable,
  ...list
}: BulkBarProps & { isPending: boolean; isTable: boolean }) {
  const { selection, loaded, total } = list;
  return (
    <SelectionBar
      hidden={loaded === 0}
      isPending={isPending}
      isBoxInTable={isTable}
      {...toSelectAll(list)}
      total={<span role="status">{totalText(total)}</span>}
      loadActions={BulkActions.preload}
      actions={(focusBar) => (
        <div data-changes className="contents">
          <BulkActions selection={selection} onClosed={focusBar} />
        </div>
      )}
    />
  );
}

/** The box that ticks all products, for the head of their table. */
export function SelectAllProducts(list: BulkBarProps) {
  return <SelectAllBox {...toSelectAll(list)} className="-m-2 grid size-10 place-items-center" />;
}

function toSelectAll({ selection, loaded, total, narrowed }: BulkBarProps) {
  const { selected, gathering, selectAll, clear } = selection;
  return {
    selected: selected.length,
    isPart: selected.length < (total ?? loaded),
    gathering,
    allLabel: total && total > 1 ? allText(total, narrowed) : 'Selecionar todos',
    onSelectAll: selectAll,
    onClear: clear,
  };
}

/** Ticks all of the filter, loaded or not, and says how many. */
function allText(total: number, narrowed: boolean): string {
  const count = formatCount(total);
  return narrowed ? `Selecionar os ${count} filtrados` : `Selecionar todos os ${count}`;
}

function totalText(total: number | undefined): string {
  if (total === undefined) return '';
  return countText(total, 'produto', 'produtos');
}
