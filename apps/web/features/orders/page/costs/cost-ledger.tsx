import { formatMoney } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import { FACT_ORIGIN_LABELS, MISSING_FACT_TEXTS } from '@esteira/domain/profit/facts/fact-texts';
import type { OrderCostEntry } from '@esteira/validators/costs/order-costs';
import { When } from '../../../../lib/format/when';
import { RuleOrigin } from '../../../../parts/rule-origin';

interface CostRowsProps {
  /** Of one cost, or of the whole order. */
  entries: readonly OrderCostEntry[];
  /** 'Soma' or what it is of. */
  sumLabel: string;
  /** In reais; null where it is not known. */
  sum: number | null;
}

/** The rows of the ledger that make a figure, corrections too, and their sum. */
export function CostRows({ entries, sumLabel, sum }: CostRowsProps) {
  if (entries.length === 0) {
    return (
      <p className="text-muted">Calculado agora pelas regras do dia da venda; nada foi gravado ainda.</p>
    );
  }
  return (
    <>
      <ul className="grid gap-2.5">
        {entries.map((entry) => (
          <CostEntry key={entry.id} entry={entry} />
        ))}
      </ul>
      <p className="mt-2.5 flex justify-between gap-4 border-border border-t pt-2 font-semibold">
        {sumLabel}
        <span>{sum === null ? '—' : formatMoney(sum)}</span>
      </p>
    </>
  );
}

/** A row of the ledger: what it came to, where that comes from, and when it was written. */
function CostEntry({ entry }: { entry: OrderCostEntry }) {
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
