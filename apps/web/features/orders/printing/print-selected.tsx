import type { ChosenOrder } from '@esteira/validators/orders/order-bulk';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { PrintLabelsDialog } from './print-labels-dialog';

/** 'Imprimir etiquetas (N)' for ticked orders, of which N have a label; the others are named before it prints. */
export function PrintSelected({ orders }: { orders: readonly ChosenOrder[] }) {
  const [isOpen, setOpen] = useState(false);
  const count = orders.filter(({ tem_etiqueta }) => tem_etiqueta).length;
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Printer aria-hidden />
        {`Imprimir etiquetas (${formatCount(count)})`}
      </Button>
      {isOpen && (
        <PrintLabelsDialog
          orders={{ ids: sortReadyFirst(orders).map(({ id }) => id) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** One document takes so many orders only: those with a label go first. */
function sortReadyFirst(orders: readonly ChosenOrder[]): ChosenOrder[] {
  return [...orders].sort((a, b) => Number(b.tem_etiqueta) - Number(a.tem_etiqueta));
}
