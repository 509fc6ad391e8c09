import { isLowStock } from '@esteira/domain/products/stock';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format/figures';
import { paths } from '../../../paths';
import { Panel } from '../../../ui/panel';

interface ProductPanelProps {
  order: Order;
  /** As it is now; null where it was deleted, or never known. */
  product: OrderDetails['produto'];
}

/** What was sold, and how many units are left of it. */
export function ProductPanel({ order, product }: ProductPanelProps) {
  return (
    <Panel
      heading="Produto"
      aside={<span className="tabular text-[13px] text-muted">{order.quantidade}x</span>}
    >
      <div className="flex gap-3 p-4">
        <Picture url={product?.imagem_url ?? null} />
        <div className="min-w-0">
          {product ? (
            <Link
              to={paths.productSearch(product.sku ?? product.nome)}
              className="thumb inline-block font-medium text-primary-text underline-offset-4 [overflow-wrap:anywhere] hover:underline"
            >
              {order.produto_nome}
            </Link>
          ) : (
            <p className="font-medium [overflow-wrap:anywhere]">{order.produto_nome}</p>
          )}
          {product?.sku && <p className="text-[13px] text-muted">SKU {product.sku}</p>}
          {product ? (
            <Stock units={product.estoque} />
          ) : (
            <p className="text-[13px] text-muted">Fora do catálogo</p>
          )}
        </div>
      </div>
    </Panel>
  );
}

function Stock({ units }: { units: number }) {
  return (
    <p className={clsx('tabular text-[13px]', isLowStock(units) ? 'text-warning-text' : 'text-muted')}>
      {units === 0 ? 'Sem estoque' : `Estoque: ${formatCount(units)}`}
    </p>
  );
}

function Picture({ url }: { url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-muted">
      {url && failed !== url ? (
        <img
          src={url}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
          className="size-full object-cover"
        />
      ) : (
        <Package aria-hidden className="size-5" />
      )}
    </span>
  );
}
