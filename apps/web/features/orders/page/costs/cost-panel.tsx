import { formatMoney } from '@esteira/domain/money';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import { clsx } from 'clsx';
import { toast } from 'sonner';
import { NotLoaded } from '../../../../lib/data/loaded';
import { trpc } from '../../../../lib/data/trpc';
import { formatPercent } from '../../../../lib/format/figures';
import { lazyDialog } from '../../../../lib/lazy-dialog';
import { toastDetail } from '../../../../lib/toasts';
import { useUrlDialog } from '../../../../lib/use-url-dialog';
import { Badge } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { Panel, PanelTitle } from '../../../../ui/panel';
import { CostLedger } from './cost-ledger';
import { CostLine } from './cost-line';
import { getNetLabel, listMissing } from './cost-lines';

// Few costs are corrected by hand.
const CorrectCostDialog = lazyDialog(() => import('./correct-cost-dialog'), 'CorrectCostDialog');

/** What remains of an order after all its costs, each with what it comes from. */
export function CostPanel({ orderId }: { orderId: string }) {
  const query = trpc.orders.costs.useQuery({ id: orderId });
  const { data } = query;
  return (
    <Panel aria-label="Líquido">
      <PanelTitle
        aside={
          data && (
            <Badge tone={data.cobrado ? 'success' : 'neutral'}>{data.cobrado ? 'cobrado' : 'estimado'}</Badge>
          )
        }
      >
        {data ? getNetLabel(data) : 'Líquido estimado'}
      </PanelTitle>
      <div className="tabular grid gap-3 p-4">
        {data && <Costs orderId={orderId} costs={data} />}
        <NotLoaded query={query} failure="Não foi possível carregar os custos." className="h-32" />
      </div>
    </Panel>
  );
}

/** What an order cost besides: of every order there may be such. */
const OTHER = { codigo: 'outros', valor: null, cobrado: false } as const;

function Costs({ orderId, costs }: { orderId: string; costs: OrderCosts }) {
  const missing = listMissing(costs);
  const correcting = useUrlDialog('corrigir', 'changes');
  const corrected = [...costs.linhas, OTHER].find(({ codigo }) => codigo === correcting.value);
  const hasOther = costs.linhas.some(({ codigo }) => codigo === OTHER.codigo);
  return (
    <>
      <dl className="grid gap-3">
        <Line label="Preço de venda" amount={formatMoney(costs.preco_venda)} />
        {costs.linhas.map((cost) => (
          <CostLine
            key={cost.codigo}
            cost={cost}
            entries={costs.lancamentos.filter(({ codigo }) => codigo === cost.codigo)}
            onCorrect={() => correcting.open(cost.codigo)}
          />
        ))}
        <Line
          label={getNetLabel(costs)}
          amount={costs.liquido === null ? '—' : formatMoney(costs.liquido)}
          detail={costs.margem === null ? undefined : `${formatPercent(costs.margem)} do preço`}
          tone={costs.liquido === null ? 'unknown' : costs.liquido < 0 ? 'loss' : 'gain'}
        />
      </dl>
      {!hasOther && (
        <Button
          data-changes
          size="sm"
          className="justify-self-start"
          onClick={() => correcting.open(OTHER.codigo)}
        >
          Acrescentar um custo
        </Button>
      )}
      {missing.length > 0 && <Missing orderId={orderId} texts={missing} />}
      {costs.lancamentos.length > 0 && <CostLedger costs={costs} />}

      {corrected && (
        <CorrectCostDialog
          orderId={orderId}
          cost={corrected}
          isNew={corrected === OTHER}
          onClose={correcting.close}
        />
      )}
    </>
  );
}

const TONES = { gain: 'text-success-text', loss: 'text-danger-text', unknown: 'text-muted' } as const;

interface LineProps {
  label: string;
  amount: string;
  detail?: string | undefined;
  /** Of what remains. */
  tone?: keyof typeof TONES;
}

function Line({ label, amount, detail, tone }: LineProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <dt className={tone ? 'font-semibold' : 'text-muted'}>{label}</dt>
      <dd className={clsx('text-right', tone && ['font-semibold', TONES[tone]])}>{amount}</dd>
      {detail && <dd className="col-span-2 text-[13px] text-muted">{detail}</dd>}
    </div>
  );
}

/** The seller fills it in elsewhere, and has it computed here. */
function Missing({ orderId, texts }: { orderId: string; texts: readonly string[] }) {
  const utils = trpc.useUtils();
  const estimate = trpc.orders.estimateOneCosts.useMutation({
    onSuccess: (costs) => {
      utils.orders.costs.setData({ id: orderId }, costs);
      if (costs.liquido === null) toast.info('Ainda faltam dados para calcular o líquido');
      else toast.success('Líquido calculado!');
    },
    onError: (error) => toastDetail(error, 'Erro ao calcular o líquido'),
  });
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-warning-soft p-3 text-[13px] text-warning-text">
      <ul className="grid gap-1">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Button
        data-changes
        size="sm"
        busy={estimate.isPending}
        onClick={() => estimate.mutate({ id: orderId })}
      >
        Calcular de novo
      </Button>
    </div>
  );
}
