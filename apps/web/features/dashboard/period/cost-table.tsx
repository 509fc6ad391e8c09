import { formatMoney, fromCents, toCents } from '@esteira/domain/money';
import { COST_LABELS } from '@esteira/domain/profit/cost-texts';
import type { PeriodCosts, PeriodFigures } from '@esteira/validators/dashboards/dashboard-period';
import { clsx } from 'clsx';
import { formatPercent } from '../../../lib/format/figures';
import { FigureButton } from '../../../parts/figure-button';
import { describeKnownRevenue, KNOWN_REVENUE, toCostAddress } from './figures/figure-source';

interface CostTableProps {
  total: Pick<PeriodFigures, 'calculados' | 'cobrados' | 'receita_calculada' | 'liquido'>;
  custos: PeriodCosts;
  /** Opens what makes a line; absent: nothing can be asked. */
  onAsk?: ((address: string) => void) | undefined;
}

interface Line {
  /** What its dialog is asked for by. */
  address: string;
  key: string;
  label: string;
  /** In reais; costs are taken from the revenue. */
  amount: number;
  tone: 'whole' | 'cost' | 'left';
}

/** From the revenue to what remains: what each kind of cost took, of the orders whose costs are all known. */
export function CostTable({ total, custos, onAsk }: CostTableProps) {
  const revenue = toCents(total.receita_calculada);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is scrolled with the keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label="O que cada custo leva">
      <table className="tabular w-full text-[13px]">
        <caption className="pb-1.5 text-left font-semibold text-sm">O que cada custo leva</caption>
        <thead>
          <tr className="border-border border-b text-muted">
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              Nome
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              Valor
            </th>
            <th scope="col" className="px-2 py-1.5 text-right font-medium">
              % da receita
            </th>
            <td className="hidden w-1/3 sm:table-cell" />
          </tr>
        </thead>
        <tbody>
          {toLines({ total, custos }).map((line) => (
            <CostRow
              key={line.key}
              line={line}
              percent={toPercent(toCents(line.amount), revenue)}
              onAsk={onAsk}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One decimal; null of nothing. */
const toPercent = (cents: number, whole: number) =>
  whole === 0 ? null : Math.round((cents * 1000) / whole) / 10;

function toLines({ total, custos }: Pick<CostTableProps, 'total' | 'custos'>): Line[] {
  const { calculados, receita_calculada, liquido } = total;
  return [
    {
      ...{ key: 'receita', address: KNOWN_REVENUE, label: describeKnownRevenue(calculados) },
      ...{ amount: receita_calculada, tone: 'whole' },
    },
    ...custos.map(
      ({ codigo, valor }): Line => ({
        key: codigo,
        address: toCostAddress(codigo),
        label: COST_LABELS[codigo],
        amount: 0 - valor,
        tone: 'cost',
      }),
    ),
    {
      ...{ key: 'liquido', address: 'liquido', label: getNetLabel(total) },
      ...{ amount: liquido ?? 0, tone: 'left' },
    },
  ];
}

/** 'Líquido' only once all of it was charged. */
export const getNetLabel = ({ calculados, cobrados }: Pick<PeriodFigures, 'calculados' | 'cobrados'>) =>
  calculados > 0 && cobrados === calculados ? 'Líquido' : 'Líquido estimado';

const BARS = { whole: 'bg-primary/50', cost: 'bg-foreground/40', left: 'bg-primary' } as const;

interface CostRowProps extends Pick<CostTableProps, 'onAsk'> {
  line: Line;
  percent: number | null;
}

function CostRow({ line, percent, onAsk }: CostRowProps) {
  const { address, label, amount, tone } = line;
  const text = formatMoney(fromCents(toCents(amount)));
  const share = percent === null ? null : Math.abs(percent);
  return (
    <tr className={clsx('border-border border-b last:border-0', tone !== 'cost' && 'font-semibold')}>
      <th
        scope="row"
        className={clsx('whitespace-nowrap py-1.5 pr-3 text-left', tone === 'cost' && 'font-normal')}
      >
        {label}
      </th>
      <td className={clsx('whitespace-nowrap px-2 py-1.5 text-right', isLoss(line) && 'text-danger-text')}>
        {onAsk ? <FigureButton text={text} label={label} onClick={() => onAsk(address)} /> : text}
      </td>
      <td className="whitespace-nowrap px-2 py-1.5 text-right">
        {percent === null ? '—' : formatPercent(tone === 'left' ? percent : (share ?? 0))}
      </td>
      <td aria-hidden className="hidden py-1.5 pl-2 sm:table-cell">
        <span
          className={clsx('block h-2 rounded-full', isLoss(line) ? 'bg-danger' : BARS[tone])}
          style={{ width: `${Math.min(100, share ?? 0)}%` }}
        />
      </td>
    </tr>
  );
}

const isLoss = ({ tone, amount }: Line) => tone === 'left' && amount < 0;
