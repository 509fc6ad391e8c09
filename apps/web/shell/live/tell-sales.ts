import { isAnyWindowFocused } from '../../features/notices/window-locks';
import type { Go } from '../../lib/toast-link';
import { paths } from '../../paths';
import type { NewSale } from './sale-notices';
import { showNewSale, showNewSales } from './sale-toasts';

/** Tells of one new sale on the page, and outside of it as far as that is switched on. */
export function tellSale(sale: NewSale, go: Go): void {
  showNewSale(sale, go);
  alert('Novo pedido', `${sale.produto_nome} · Pedido #${sale.ml_order_id}`, () =>
    go(paths.orderPage(sale.pedido_id)),
  );
}

/** Tells how many new sales there are, in place of those that were named before. */
export function tellSales(count: number, instead: readonly NewSale[], go: Go): void {
  showNewSales(count, instead, go);
  alert(`${count} novos pedidos`, 'Esperam sua aprovação', () => go(paths.pendingOrders));
}

function alert(title: string, text: string, onOpen: () => void): void {
  // The focus counts as it is when the page tells, not when the code has come.
  Promise.all([import('../../features/notices/sale-alerts'), isAnyWindowFocused()])
    .then(([{ alertSale }, isFocused]) => {
      if (!isFocused) alertSale({ title, text, onOpen });
    })
    // What the browser does not let happen, or the network does not bring, is no failure of the page.
    .catch(() => undefined);
}
