import { countText } from '@esteira/domain/text/count-text';
import { Button } from '../../../ui/button';

/** Leads to the orders that came while the page was scrolled down. */
export function NewOrders({ count }: { count: number }) {
  return (
    <Button
      variant="primary"
      size="sm"
      className="pointer-events-auto rounded-full! shadow-raised"
      onClick={showThem}
    >
      {countText(count, 'novo pedido ↑', 'novos pedidos ↑')}
    </Button>
  );
}

function showThem() {
  window.scrollTo({ top: 0 });
  // The button is gone with what it announced.
  document.querySelector<HTMLElement>('[data-orders]')?.focus({ preventScroll: true });
}
