import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { marginOf } from '@esteira/domain/profit/gross-profit';
import type { OrderCosts } from '@esteira/validators/costs/order-costs';
import type { Order } from '@esteira/validators/orders/order';
import { toast } from 'sonner';
import { NotLoaded } from '../../../../lib/data/loaded';
import { trpc } from '../../../../lib/data/trpc';
import { formatPercent } from '../../../../lib/format/figures';
import { lazyDialog } from '../../../../lib/lazy-dialog';
import { toastDetail } from '../../../../lib/toasts';
import { useUrlDialog } from '../../../../lib/use-url-dialog';
import { RuleOrigin } from '../../../../parts/rule-origin';
import { Badge } from '../../../../ui/badge';
import { Button } from '../../../../ui/button';
import { Panel } from '../../../../ui/panel';
import { toBars, toWaterfall } from '../waterfall';
import { CostRows } from './cost-ledger';
import { describeCost, listMissing } from './cost-lines';
import { MoneyRow } from './money-row';

// Few costs are corrected by hand.
const CorrectCostDialog = lazyDialog(() => import('./correct-cost-dialog'), 'CorrectCostDialog', {
  title: ({ isNew, cost }) => (isNew ? 'Acrescentar um custo' : `Corrigir: ${COST_LABELS[cost.codigo]}`),
});

/** From the price to what remains of an order, cost by cost; each amount opens what it comes from. */
export function CostPanel({ order }: { order: Order }) {
  const query = trpc.orders.costs.useQuery({ id: order.id });
  const { data } = query;
  const margin = marginOf(order);
  return (
    <Panel
      heading="Valores"
      aside={
        data && (
          <Badge tone={data.cobrado ? 'success' : 'neutral'}>{data.cobrado ? 'cobrado' : 'estimado'}</Badge>
        )
      }
    >
      <div className="tabular grid gap-3 p-4">
        {data && <Costs orderId={order.id} costs={data} />}
        <NotLoaded query={query} failure="Não foi possível carregar os custos." className="h-72" />
        <dl className="border-border border-t pt-3">
          <MoneyRow
            label="Lucro (preço − fornecedor)"
            amount={formatMoney(order.lucro)}
            tone="aside"
            detail={margin === null ? undefined : `${formatPercent(margin)} do preço`}
          />
        </dl>
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
      <Waterfall costs={costs} onCorrect={correcting.open} />
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

function Waterfall({ costs, onCorrect }: { costs: OrderCosts; onCorrect: (code: string) => void }) {
  const { preco_venda, custos, liquido, margem, linhas, lancamentos } = costs;
  const bars = toBars(toWaterfall(costs));
  return (
    <dl className="grid gap-3">
      <MoneyRow label="Preço de venda" amount={formatMoney(preco_venda)} tone="start" bar={bars[0]} />
      {linhas.map((cost, index) => {
        const { label, amount, detail } = describeCost(cost);
        const entries = lancamentos.filter(({ codigo }) => codigo === cost.codigo);
        return (
          <MoneyRow
            key={cost.codigo}
            {...{ label, amount, detail, tone: 'cost', bar: bars[index + 1] }}
            why={() => (
              <>
                <CostRows entries={entries} sumLabel="Soma" sum={cost.valor} />
                {entries.length === 0 && cost.regra && <RuleOrigin rule={cost.regra} />}
                <Button data-changes size="sm" className="mt-2.5" onClick={() => onCorrect(cost.codigo)}>
                  Corrigir <span className="sr-only">{label}</span>
                </Button>
              </>
            )}
          />
        );
      })}
      <MoneyRow
        label="Líquido"
        amount={liquido === null ? '—' : formatMoney(liquido)}
        detail={margem === null ? undefined : `${formatPercent(margem)} do preço`}
        tone={liquido === null ? 'unknown' : liquido < 0 ? 'loss' : 'gain'}
        bar={bars.at(-1)}
        why={
          lancamentos.length > 0
            ? () => <CostRows entries={lancamentos} sumLabel="Soma dos custos" sum={custos} />
            : undefined
        }
      />
    </dl>
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
