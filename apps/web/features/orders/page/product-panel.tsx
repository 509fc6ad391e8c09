import { formatMoney } from '@esteira/domain/money';
import { isLowStock } from '@esteira/domain/products/stock';
import { type SupplierPart, toSupplierParts } from '@esteira/domain/purchasing/supplier-parts';
import type { Order } from '@esteira/validators/orders/order';
import type { OrderDetails } from '@esteira/validators/orders/order-details';
import { clsx } from 'clsx';
import { Package } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format/figures';
import { When } from '../../../lib/format/when';
import { paths } from '../../../paths';
import { Panel } from '../../../ui/panel';

interface ProductPanelProps {
  order: Order;
  /** As it is now; null where it was deleted, or never known. */
  product: OrderDetails['produto'];
}

/** What was sold, and how many units are left of it; of an order of several items the first product, and all lines. */
export function ProductPanel({ order, product }: ProductPanelProps) {
  return (
    <Panel
      heading={order.itens.length > 1 ? 'Produtos' : 'Produto'}
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
      {order.itens.length > 1 && <Lines order={order} />}
    </Panel>
  );
}

function Lines({ order }: { order: Order }) {
  const parts = toSupplierParts(order);
  return (
    <ol
      aria-label="Itens do pedido"
      className="divide-y divide-border border-border border-t px-4 text-[13px]"
    >
      {order.itens.map((line) => (
        <li key={line.numero} className="flex justify-between gap-3 py-2">
          <div className="min-w-0 [overflow-wrap:anywhere]">
            <p className="font-medium">
              {line.quantidade}x {line.produto_nome}
            </p>
            <p className="text-muted">
              {line.produto_sku && `SKU ${line.produto_sku} · `}
              <SupplierState
                name={line.fornecedor_nome}
                part={parts.find(({ fornecedor_id }) => fornecedor_id === line.fornecedor_id)}
              />
            </p>
          </div>
          <span className="tabular shrink-0">{formatMoney(line.preco_venda)}</span>
        </li>
      ))}
    </ol>
  );
}

const STEPS = { enviado: 'Enviado a', pago: 'Pago a' } as const;

/** Where a line's supplier has been sent or paid it, which they say; when, where that was ahead of the order. */
function SupplierState({ name, part }: { name: string; part: SupplierPart | undefined }) {
  if (!part?.passo || part.fornecedor_id === null) return name;
  return (
    <>
      {STEPS[part.passo]} {name}
      {part.em && (
        <>
          {' '}
          · <When date={part.em} />
        </>
      )}
    </>
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
