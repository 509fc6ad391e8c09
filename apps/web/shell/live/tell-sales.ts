import { alertSale } from '../../features/notices/sale-alerts';
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
  // What the browser does not let happen is no failure of the page.
  alertSale({ title, text, onOpen }).catch(() => undefined);
}
