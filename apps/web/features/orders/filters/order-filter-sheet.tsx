import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { OrderFilterChoices } from './order-filter-choices';
import type { OrderFiltersProps } from './order-search';

interface OrderFilterSheetProps extends OrderFiltersProps {
  /** How many orders the list has now; unknown while the server counts. */
  total: { count: number; isExact: boolean } | undefined;
  onClose: () => void;
}

/** The filters of a phone, over the list that they narrow. */
export function OrderFilterSheet({ search, onChange, total, onClose }: OrderFilterSheetProps) {
  return (
    <Dialog open onOpenChange={onClose} onClickBeside={onClose} title="Filtros">
      <DialogBody className="grid grid-cols-1 gap-2">
        <OrderFilterChoices search={search} onChange={onChange} />
      </DialogBody>
      <DialogActions>
        <Button variant="primary" className="w-full" onClick={onClose}>
          {toText(total)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function toText(total: OrderFilterSheetProps['total']): string {
  if (total === undefined) return 'Ver pedidos';
  const { count, isExact } = total;
  return `Ver ${formatCount(count)}${isExact ? '' : '+'} ${count === 1 ? 'pedido' : 'pedidos'}`;
}
