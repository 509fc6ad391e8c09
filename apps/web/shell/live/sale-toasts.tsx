import { ShoppingBag } from 'lucide-react';
import { toast } from 'sonner';
import { type Go, toastLink } from '../../lib/toast-link';
import { paths } from '../../paths';
import type { NewSale } from './sale-notices';

const COUNT_TOAST = 'novos-pedidos';
const icon = <ShoppingBag aria-hidden className="size-4.5 text-primary-text" />;

export function showNewSale(sale: NewSale, go: Go): void {
  const id = toastOf(sale);
  toast(`Novo pedido: ${sale.produto_nome}`, {
    id,
    icon,
    action: toastLink({ path: paths.order(sale.pedido_id), id, go, label: 'Ver pedido' }),
  });
}

export function showNewSales(count: number, instead: readonly NewSale[], go: Go): void {
  for (const sale of instead) toast.dismiss(toastOf(sale));
  toast(`${count} novos pedidos`, {
    id: COUNT_TOAST,
    icon,
    action: toastLink({ path: paths.pendingOrders, id: COUNT_TOAST, go, label: 'Ver pedidos' }),
  });
}

function toastOf(sale: NewSale): string {
  return `pedido-${sale.pedido_id}`;
}
