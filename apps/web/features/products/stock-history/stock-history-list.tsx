import { STOCK_REASON_LABELS } from '@esteira/domain/products/stock';
import type { StockHistoryEntry } from '@esteira/validators/products/stock-history';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { formatCount } from '../../../lib/format/figures';
import { When } from '../../../lib/format/when';
import { paths } from '../../../paths';

/** One line per change: what and when at left, the units and what was left of them at right. */
export function StockHistoryList({ entries }: { entries: StockHistoryEntry[] }) {
  return (
    <ol className="divide-y divide-border">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0">
          <div className="min-w-0">
            <p className="font-medium">
              {STOCK_REASON_LABELS[entry.motivo]}
              {entry.pedido && (
                <>
                  {' · '}
                  <Link
                    to={paths.orderPage(entry.pedido.id)}
                    className="tabular text-primary-text underline-offset-4 hover:underline [overflow-wrap:anywhere]"
                  >
                    Pedido #{entry.pedido.ml_order_id}
                  </Link>
                </>
              )}
            </p>
            <p className="text-[13px] text-muted">
              <When date={entry.criado_em} />
              {' · '}
              {entry.ator_nome ?? 'Marketplace'}
            </p>
          </div>
          <p className="tabular shrink-0 text-right">
            <span className={clsx('font-semibold', entry.quantidade > 0 && 'text-success-text')}>
              {formatUnits(entry.quantidade)}
            </span>
            <span className="block text-[13px] text-muted">saldo {formatCount(entry.saldo)}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}

/** '+3', '−1'. */
function formatUnits(units: number): string {
  return units > 0 ? `+${formatCount(units)}` : `−${formatCount(-units)}`;
}
