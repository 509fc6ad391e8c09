import { countText } from '@esteira/domain/text/count-text';
import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../paths';
import { Button } from '../../../ui/button';
import { LineList } from '../../../ui/lists/line-list';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';

interface HeldOrdersProps {
  /** Ticked orders that a reason holds back. */
  orders: ChosenOrder[];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}

/** '6 requerem atenção, ficam de fora · Ver · Incluir mesmo assim' */
export function HeldOrders({ orders, isIncluded, onInclude }: HeldOrdersProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex items-center gap-x-1.5 whitespace-nowrap text-[13px] text-warning-text max-sm:order-last">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <p role="status">{toText(orders.length, isIncluded)}</p>
      <span aria-hidden>·</span>
      <Button variant="link" size="bare" className="h-6 px-1" onClick={() => setOpen(true)}>
        Ver
      </Button>
      <span aria-hidden>·</span>
      <Button variant="link" size="bare" className="h-6 px-1" onClick={() => onInclude(!isIncluded)}>
        {isIncluded ? 'Deixar de fora' : 'Incluir mesmo assim'}
      </Button>
      {isOpen && <HeldDialog orders={orders} onClose={() => setOpen(false)} />}
    </div>
  );
}

function toText(count: number, isIncluded: boolean): string {
  return isIncluded
    ? countText(count, 'requer atenção, vai junto', 'requerem atenção, vão junto')
    : countText(count, 'requer atenção, fica de fora', 'requerem atenção, ficam de fora');
}

function HeldDialog({ orders, onClose }: { orders: ChosenOrder[]; onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={onClose} title="Requerem atenção">
      <DialogBody>
        <LineList
          label="Pedidos que requerem atenção"
          items={orders}
          renderLine={({ id, ml_order_id, produto_nome, retido }) => (
            <>
              <Link
                to={paths.orderPage(id)}
                className="font-medium underline decoration-border underline-offset-4 [overflow-wrap:anywhere] hover:decoration-current"
              >
                Pedido #{ml_order_id} · {produto_nome}
              </Link>
              <p className="text-[13px] text-warning-text [overflow-wrap:anywhere]">{retido?.mensagem}</p>
            </>
          )}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Fechar</Button>
      </DialogActions>
    </Dialog>
  );
}
