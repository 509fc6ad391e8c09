import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseOrder } from '@esteira/validators/products/purchasing';
import { ChevronDown, ExternalLink, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../lib/format/figures';
import { MarketplaceMark } from '../../parts/marketplace-mark';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';

interface PurchaseOrdersProps {
  orders: PurchaseOrder[];
  isOpen: boolean;
  onToggle: () => void;
  isTicked: (order: PurchaseOrder) => boolean;
  onTick: (order: PurchaseOrder) => void;
}

/** Which orders are meant, who bought, where it goes, and the label; folded, because most errands need none of it. */
export function PurchaseOrders({ orders, isOpen, onToggle, isTicked, onTick }: PurchaseOrdersProps) {
  const id = useId();
  const ticked = orders.filter(isTicked).length;
  const some = ticked === orders.length ? '' : ` (${countText(ticked, 'marcado', 'marcados')})`;
  const text =
    orders.length === 1
      ? `Ver o pedido, o comprador e o endereço${some}`
      : `Ver os ${formatCount(orders.length)} pedidos, compradores e endereços${some}`;
  return (
    <div className="grid grid-cols-1 justify-items-start gap-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2.5 h-auto! min-h-8 max-sm:min-h-10 whitespace-normal! text-left"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
      >
        <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
        {text}
      </Button>
      <ul id={id} hidden={!isOpen} className="w-full divide-y divide-border border-border border-y">
        {isOpen &&
          orders.map((order) => (
            <PurchaseOrderRow
              key={order.id}
              order={order}
              isTicked={isTicked(order)}
              onTick={() => onTick(order)}
            />
          ))}
      </ul>
    </div>
  );
}

interface PurchaseOrderRowProps {
  order: PurchaseOrder;
  isTicked: boolean;
  onTick: () => void;
}

function PurchaseOrderRow({ order, isTicked, onTick }: PurchaseOrderRowProps) {
  const address = `${order.cliente_nome}\n${order.cliente_endereco}`;
  return (
    // What is out of sight is not laid out: there may be a thousand.
    <li className="grid gap-x-4 gap-y-1 py-2 [contain-intrinsic-size:auto_64px] [content-visibility:auto] grid-cols-[auto_minmax(0,1fr)] max-md:*:not-first:col-start-2 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1.4fr)_auto]">
      <label data-changes className="thumb self-start pt-0.5">
        <input
          type="checkbox"
          aria-label={`Incluir pedido ${order.ml_order_id}`}
          checked={isTicked}
          onChange={onTick}
          className="size-4 accent-primary"
        />
      </label>
      <div className="min-w-0">
        {order.itens.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of an order stay in their places.
          <p key={index} className="[overflow-wrap:anywhere]">
            {line.quantidade}× {line.produto_nome}
          </p>
        ))}
        <p className="tabular flex flex-wrap items-center gap-x-1.5 text-[13px] text-muted">
          <MarketplaceMark marketplace={order.marketplace} />
          <Link
            to={paths.orderPage(order.id)}
            className="inline-flex min-h-6 items-center underline-offset-4 hover:underline"
          >
            Pedido #{order.ml_order_id}
          </Link>
          {order.requer_atencao && (
            <span className="inline-flex items-center gap-1 text-warning-text">
              <TriangleAlert aria-hidden className="size-3.5" />
              {order.retido?.mensagem ?? 'Requer atenção'}
            </span>
          )}
        </p>
      </div>
      <div className="flex min-w-0 items-start gap-1">
        <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {order.cliente_nome}
          <span className="block text-[13px] text-muted">{order.cliente_endereco}</span>
        </p>
        <CopyButton text={address} label={`Copiar endereço do pedido ${order.ml_order_id}`} />
      </div>
      <div className="md:w-24 md:text-right">
        {order.etiqueta_ml_url && (
          <Button asChild size="sm">
            <a
              href={order.etiqueta_ml_url}
              target="_blank"
              rel="noreferrer"
              aria-label={`Etiqueta do pedido ${order.ml_order_id}`}
            >
              <ExternalLink aria-hidden />
              Etiqueta
            </a>
          </Button>
        )}
      </div>
    </li>
  );
}
