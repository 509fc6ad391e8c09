import { ShoppingBag } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { toast } from 'sonner';
import { paths } from '../../paths';
import type { NewSale } from './sale-notices';

export type Go = (path: string) => void;

const COUNT_TOAST = 'novos-pedidos';
const icon = <ShoppingBag aria-hidden className="size-4.5 text-primary-text" />;

export function showNewSale(sale: NewSale, go: Go): void {
  const id = toastOf(sale);
  toast(`Novo pedido: ${sale.produto_nome}`, {
    id,
    icon,
    action: linkTo({ path: paths.order(sale.pedido_id), id, go, children: 'Ver pedido' }),
  });
}

export function showNewSales(count: number, instead: readonly NewSale[], go: Go): void {
  for (const sale of instead) toast.dismiss(toastOf(sale));
  toast(`${count} novos pedidos`, {
    id: COUNT_TOAST,
    icon,
    action: linkTo({ path: paths.pendingOrders, id: COUNT_TOAST, go, children: 'Ver pedidos' }),
  });
}

function toastOf(sale: NewSale): string {
  return `pedido-${sale.pedido_id}`;
}

interface LinkProps {
  path: string;
  id: string;
  go: Go;
  children: ReactNode;
}

/** The toasts stand outside of the router: a link by hand, which still opens in a new tab when asked to. */
function linkTo({ path, id, go, children }: LinkProps) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    toast.dismiss(id);
    go(path);
  }
  return (
    <a href={path} data-button onClick={follow}>
      {children}
    </a>
  );
}
