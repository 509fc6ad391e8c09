import { MARKETPLACE_NAMES } from '@esteira/domain/marketplaces';
import { formatMoney } from '@esteira/domain/money';
import type { Product } from '@esteira/validators/products/product';
import { clsx } from 'clsx';
import { Pencil, Trash, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { ProductPicture } from '../../../parts/product-picture';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { ChannelRow } from '../channels/channel-row';
import { CHANNELS, type Channel, lossOf } from '../channels/channels';
import { Stock } from './stock';

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
      className={clsx(
        '@container flex flex-col',
        selected && 'border-primary ring-1 ring-primary ring-inset',
      )}
    >
      <div className="flex min-h-16 p-3 pb-2">
        <label data-changes className="-ml-1.5 grid w-8 shrink-0 cursor-pointer place-items-center">
          <input
            type="checkbox"
            aria-label={`Selecionar ${product.nome}`}
            checked={selected}
            onChange={(event) => onSelect(product.id, event.target.checked)}
            className="size-4.5 cursor-pointer accent-primary"
          />
        </label>
        <ProductPicture url={product.imagem_url} className="mr-3 ml-0.5 size-12 rounded-lg" />
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
      <dl className="tabular flex min-h-6 flex-wrap items-center gap-x-1.5 px-3 pb-2">
        <dt className="text-[13px] text-muted">Custo do fornecedor</dt>
        <dd className="font-medium">{formatMoney(product.preco_fornecedor)}</dd>
        {CHANNELS.some((channel) => lossOf(product, channel) > 0) && (
          <dd>
            <Badge tone="danger" icon={TriangleAlert}>
              Prejuízo
            </Badge>
          </dd>
        )}
        <div className="ml-auto flex items-center gap-x-1.5">
          <dt className="text-[13px] text-muted">Estoque</dt>
          <dd>
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
        </div>
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
    <p className="border-border border-t px-3 py-2 text-[13px] text-muted">
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
