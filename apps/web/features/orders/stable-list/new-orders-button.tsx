import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';

/** Orders that came while the page is scrolled down wait here: shown at once they would move what is being read. */
export function NewOrdersButton({ count }: { count: number }) {
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-[calc(var(--head-top)+0.5rem)] z-20 flex justify-center lg:left-60"
    >
      {count > 0 && (
        <Button
          variant="primary"
          size="sm"
          className="pointer-events-auto rounded-full! shadow-raised"
          onClick={showThem}
        >
          {count === 1 ? '1 novo pedido ↑' : `${formatCount(count)} novos pedidos ↑`}
        </Button>
      )}
    </div>
  );
}

function showThem() {
  window.scrollTo({ top: 0 });
  // The button is gone with what it announced.
  document.querySelector<HTMLElement>('[data-orders]')?.focus({ preventScroll: true });
}
