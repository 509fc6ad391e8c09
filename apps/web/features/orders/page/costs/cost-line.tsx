import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import type { OrderCost, OrderCostEntry } from '@esteira/validators/costs/order-costs';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/button';
import { CostEntry } from './cost-ledger';
import { describeCost } from './cost-lines';

interface CostLineProps {
  cost: OrderCost;
  /** The rows of the ledger that are of this cost. */
  entries: readonly OrderCostEntry[];
  onCorrect: () => void;
}

/** One cost of an order, which opens the rows whose sum it is. */
export function CostLine({ cost, entries, onCorrect }: CostLineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const { label, amount, detail } = describeCost(cost);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="text-right">{amount}</dd>
      <dd className="col-span-2 text-[13px] text-muted">
        {detail}{' '}
        <Button
          variant="link"
          size="bare"
          title="Por que este número?"
          aria-expanded={open}
          aria-controls={id}
          className="gap-1 text-[13px]"
          onClick={() => setOpen(!open)}
        >
          Por quê?
          <span className="sr-only"> {label}</span>
          <ChevronDown aria-hidden className={clsx('transition-transform', open && 'rotate-180')} />
        </Button>
      </dd>
      <dd id={id} hidden={!open} className="col-span-2 mt-1.5 rounded-md bg-sunken p-3 text-[13px]">
        {open && <Rows label={label} entries={entries} onCorrect={onCorrect} />}
      </dd>
    </div>
  );
}

interface RowsProps extends Pick<CostLineProps, 'entries' | 'onCorrect'> {
  label: string;
}

function Rows({ label, entries, onCorrect }: RowsProps) {
  const cents = entries.reduce((sum, { valor }) => sum + toCents(valor ?? 0), 0);
  const isKnown = entries.some(({ valor }) => valor !== null);
  return (
    <div className="grid gap-2.5">
      {entries.length === 0 ? (
        <p className="text-muted">Calculado agora pelas regras do dia da venda; nada foi gravado ainda.</p>
      ) : (
        <>
          <ul className="grid gap-2.5">
            {entries.map((entry) => (
              <CostEntry key={entry.id} entry={entry} />
            ))}
          </ul>
          <p className="flex justify-between gap-4 border-border border-t pt-2 font-semibold">
            Soma
            <span>{isKnown ? formatMoney(fromCents(cents)) : '—'}</span>
          </p>
        </>
      )}
      <Button data-changes size="sm" className="justify-self-start" onClick={onCorrect}>
        Corrigir <span className="sr-only">{label}</span>
      </Button>
    </div>
  );
}
