import { isLowStock } from '@esteira/domain/products/stock';
import { TriangleAlert } from 'lucide-react';
import { formatCount } from '../../../lib/format/figures';
import { Badge } from '../../../ui/badge';

/** Units in stock; few of them, or none, are marked. */
export function Stock({ estoque }: { estoque: number }) {
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
