import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import { isLowStock } from '@esteira/domain/products/stock';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { Pencil, Trash, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { ProductPicture } from '../../../parts/product-picture';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { ChannelRow } from '../channels/channel-row';
import { CHANNELS, type Channel } from '../channels/channels';

interface ProductCardProps {
  product: Product;
  supplierName: string | undefined;
  selected: boolean;
  onSelect: (id: string, selected: boolean) => void;
  onEdit: (product: Product) => void;
  onRemove: (product: Product) => void;
  onShowHistory: (id: string) => void;
}

/** Memoised: scrolling and ticking must not draw the other cards again. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, supplierName, selected, onSelect, onEdit, onRemove, onShowHistory } = props;
  const origin = [product.sku && `SKU ${product.sku}`, supplierName].filter(Boolean).join(' · ');
  return (
    <Panel
      aria-label={product.nome}
      className={clsx('flex flex-col', selected && 'border-primary ring-1 ring-primary ring-inset')}
    >
      <div className="flex min-h-22 gap-3 p-4 pb-3">
        <label className="relative h-max cursor-pointer">
          <ProductPicture url={product.imagem_url} className="size-14 rounded-lg" />
          <input
            type="checkbox"
            data-changes
            aria-label={`Selecionar ${product.nome}`}
            checked={selected}
            onChange={(event) => onSelect(product.id, event.target.checked)}
            className="-top-1.5 -left-1.5 absolute size-5 accent-primary"
          />
        </label>
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-3">
            <h2
              className="line-clamp-2 min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]"
              title={product.nome}
            >
              {product.nome}
            </h2>
            <div data-changes className="-mt-1 -mr-1.5 flex">
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Editar ${product.nome}`}
                title="Editar"
                onClick={() => onEdit(product)}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost-danger"
                size="icon"
                aria-label={`Deletar ${product.nome}`}
                title="Deletar"
                onClick={() => onRemove(product)}
              >
                <Trash aria-hidden />
              </Button>
            </div>
          </div>
          <p className="truncate text-[13px] text-muted" title={origin}>
            {origin}
          </p>
        </div>
      </div>
      <dl className="tabular grid grid-flow-col grid-cols-2 grid-rows-2 gap-x-2 px-4 pb-3">
        <dt className="text-[13px] text-muted">Custo</dt>
        <dd className="h-6 content-center font-medium">{formatMoney(product.preco_fornecedor)}</dd>
        <dt className="text-right text-[13px] text-muted">Estoque</dt>
        <dd className="h-6 content-center text-right">
          <button
            type="button"
            title="Histórico de estoque"
            className="thumb rounded hover:underline max-sm:min-w-8 max-sm:text-right"
            onClick={() => onShowHistory(product.id)}
          >
            <Stock estoque={product.estoque} />
            <span className="sr-only">, histórico de estoque de {product.nome}</span>
          </button>
        </dd>
      </dl>
      {CHANNELS.map((channel) => {
        const price = channel.priceOf(product);
        if (price === null) {
          return <NoPrice key={channel.marketplace} product={product} channel={channel} onDefine={onEdit} />;
        }
        return <ChannelRow key={channel.marketplace} product={product} channel={channel} price={price} />;
      })}
    </Panel>
  );
});

interface NoPriceProps {
  product: Product;
  channel: Channel;
  onDefine: (product: Product) => void;
}

/** Where it is not for sale, and the way there: 'Sem preço Amazon · definir'. */
function NoPrice({ product, channel, onDefine }: NoPriceProps) {
  const name = MARKETPLACE_NAMES[channel.marketplace];
  return (
    <p className="border-border border-t px-4 py-3 text-[13px] text-muted">
      Sem preço {name}
      <span data-changes> · </span>
      <Button
        data-changes
        variant="link"
        size="bare"
        aria-label={`definir preço ${name} de ${product.nome}`}
        onClick={() => onDefine(product)}
      >
        definir
      </Button>
    </p>
  );
}

function Stock({ estoque }: { estoque: number }) {
  if (!isLowStock(estoque)) return <span className="font-medium">{formatCount(estoque)}</span>;
  if (estoque === 0) {
    return (
      <Badge tone="danger" icon={TriangleAlert}>
        Sem estoque
      </Badge>
    );
  }
  return (
    <span
      title="Estoque baixo"
      className="inline-flex items-center gap-1 rounded-full bg-warning-soft px-2 py-0.5 font-semibold text-warning-text"
    >
      <TriangleAlert aria-hidden className="size-3.5" />
      {formatCount(estoque)}
      <span className="sr-only">, estoque baixo</span>
    </span>
  );
}
