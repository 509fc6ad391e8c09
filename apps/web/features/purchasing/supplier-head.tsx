import { formatMoney } from '@esteira/domain/money';
import { sumCosts } from '@esteira/domain/purchasing/purchase-list';
import { countText } from '@esteira/domain/text/count-text';
import type { PurchaseSummary } from '@esteira/validators/products/purchasing';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { formatCount } from '../../lib/format/figures';
import { Button } from '../../ui/button';
import { useClickGuard } from './click-guard';
import { RunReport } from './run-report';
import { WhatsAppButton } from './share/whats-app-button';
import type { Errand } from './use-errand';

interface SupplierHeadProps {
  nome: string;
  summary: PurchaseSummary | null;
  errand: Errand;
  isOpen: boolean;
  /** The id of what it opens. */
  body: string;
  /** How many orders would be sent. */
  count: number;
  isBusy: boolean;
  /** Whether sending is what the screen asks for. */
  isMain: boolean;
  onToggle: () => void;
}

/** Name, sums and steps of a supplier; what the last step did stands beside the sums, so that nothing below it moves. */
export function SupplierHead({ nome, summary, errand, isOpen, body, count, ...props }: SupplierHeadProps) {
  const { list, ticked, run, send } = errand;
  const { isHeld } = useClickGuard();
  const toPay = list === undefined ? (summary?.pagar.pedidos ?? 0) : ticked.pagar.length;
  const total = list === undefined ? (summary?.pagar.total ?? 0) : sumCosts(ticked.pagar);
  const isTaking = (step: 'enviar' | 'pagar') => run.isBusy && run.run?.step === step;
  const rest = isHeld || props.isBusy || run.isBusy || undefined;
  const orders = [...ticked.enviar, ...ticked.pagar];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold text-base [overflow-wrap:anywhere]">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={body}
            className="flex min-h-7 max-sm:min-h-10 items-center gap-1.5 text-left"
            onClick={props.onToggle}
          >
            <ChevronDown aria-hidden className={clsx('size-4 shrink-0', !isOpen && '-rotate-90')} />
            {nome}
          </button>
        </h2>
        <div className="flex min-h-6 flex-wrap items-center gap-x-3 pl-5.5">
          <p className="tabular text-[13px] text-muted">{toSummaryText(summary)}</p>
          <RunReport run={run} />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {list && orders.length > 0 && (
          <span className="contents max-sm:*:order-last">
            <WhatsAppButton supplier={list.fornecedor} orders={orders} sharedPage={errand.sharedPage} />
          </span>
        )}
        {(count > 0 || isTaking('enviar')) && (
          <Button
            data-changes
            size="sm"
            variant={props.isMain ? 'primary' : 'secondary'}
            aria-label={`Enviar ${countText(count, 'pedido', 'pedidos')} a ${nome}`}
            busy={isTaking('enviar')}
            aria-disabled={rest}
            onClick={() => void send()}
          >
            Enviar {formatCount(count)}
          </Button>
        )}
        {!isOpen && (toPay > 0 || isTaking('pagar')) && (
          <Button
            data-changes
            size="sm"
            aria-label={`Confirmar pagamento de ${formatMoney(total)} (${formatCount(toPay)}) a ${nome}`}
            busy={isTaking('pagar')}
            aria-disabled={rest || list === undefined || undefined}
            onClick={() => void run.start('pagar', ticked.pagar)}
          >
            Confirmar pagamento
          </Button>
        )}
      </div>
    </div>
  );
}

function toSummaryText(summary: PurchaseSummary | null): string {
  if (summary === null) return 'Nada em aberto';
  const { enviar, pagar, retidos } = summary;
  return [
    enviar.pedidos > 0 && `${formatCount(enviar.pedidos)} a enviar ${formatMoney(enviar.total)}`,
    pagar.pedidos > 0 && `${formatCount(pagar.pedidos)} a pagar ${formatMoney(pagar.total)}`,
    retidos > 0 && countText(retidos, 'requer atenção', 'requerem atenção'),
  ]
    .filter(Boolean)
    .join(' · ');
}
