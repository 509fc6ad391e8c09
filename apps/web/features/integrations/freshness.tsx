import { DAY_MS, HOUR_MS, MINUTE_MS } from '@esteira/domain/durations';
import { countText } from '@esteira/domain/text/count-text';
import type { MarketplaceAccount } from '@esteira/validators/marketplaces/accounts';

/** Longer than this an order or a stock does not wait while all is well. */
const LATE_SECONDS = 5 * 60;

/** As of when a connected account's orders and stock are, by what waits longest. */
export function Freshness({
  account: { estado, atraso_pedidos, atraso_estoque },
}: {
  account: Pick<MarketplaceAccount, 'estado' | 'atraso_pedidos' | 'atraso_estoque'>;
}) {
  if (estado !== 'conectada') return null;
  const isLate = Math.max(atraso_pedidos, atraso_estoque) > LATE_SECONDS;
  return (
    <span className={isLate ? 'text-warning-text' : 'text-muted'}>
      {atraso_pedidos + atraso_estoque === 0
        ? 'Pedidos e estoque atualizados agora'
        : `Pedidos atualizados ${toAge(atraso_pedidos)}, estoque atualizado ${toAge(atraso_estoque)}`}
    </span>
  );
}

function toAge(seconds: number): string {
  const ms = seconds * 1000;
  if (seconds === 0) return 'agora';
  if (ms < MINUTE_MS) return `há ${seconds} s`;
  if (ms < HOUR_MS) return `há ${Math.floor(ms / MINUTE_MS)} min`;
  if (ms < DAY_MS) return `há ${Math.floor(ms / HOUR_MS)} h`;
  return `há ${countText(Math.floor(ms / DAY_MS), 'dia', 'dias')}`;
}
