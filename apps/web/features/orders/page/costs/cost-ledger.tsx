import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { FACT_ORIGIN_LABELS, MISSING_FACT_TEXTS } from '@esteira/domain/profit/facts/fact-texts';
import type { OrderCostEntry, OrderCosts } from '@esteira/validators/costs/order-costs';
import { When } from '../../../../lib/format/when';
import { RuleOrigin } from '../../../../parts/rule-origin';

/** Every row that makes the figure, corrections too: their sum is the costs. */
export function CostLedger({ costs }: { costs: OrderCosts }) {
  return (
    <details className="border-border border-t pt-3">
      <summary className="thumb cursor-pointer text-primary-text underline-offset-4 hover:underline">
        Por que este número?
      </summary>
      <ul className="mt-3 grid gap-2.5 text-[13px]">
        {costs.lancamentos.map((entry) => (
          <CostEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="mt-3 flex justify-between gap-4 border-border border-t pt-2 font-semibold text-[13px]">
        Soma dos custos
        <span>{costs.custos === null ? '—' : formatMoney(costs.custos)}</span>
      </p>
    </details>
  );
}

/** A row of the ledger: what it came to, where that comes from, and when it was written. */
export function CostEntry({ entry }: { entry: OrderCostEntry }) {
  const { codigo, valor, falta, origem, cobrado, estorno, regra, criado_em, ator_nome } = entry;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <span>
        {estorno && 'Estorno: '}
        {COST_LABELS[codigo]}
      </span>
      <span className="text-right">{valor === null ? '—' : formatMoney(valor)}</span>
      <span className="col-span-2 text-muted [overflow-wrap:anywhere]">
        {falta === null ? FACT_ORIGIN_LABELS[origem] : MISSING_FACT_TEXTS[falta]} ·{' '}
        {cobrado ? 'cobrado' : 'estimado'} · <When date={criado_em} />
        {ator_nome !== null && ` · por ${ator_nome}`}
        {regra && <RuleOrigin rule={regra} />}
      </span>
    </li>
  );
}
