import { formatDate, formatTime } from '@esteira/domain/calendar';
import { formatMoney, fromCents } from '@esteira/domain/money';
import { CONFIDENCE_LABELS, COST_LABELS } from '@esteira/domain/profit/cost-texts';
import type { CostLine, Quote } from '@esteira/domain/profit/quote';
import type { FeeTable } from '@esteira/domain/profit/rules/fee-table';
import { formatDay } from '../../../lib/format/day';

const money = (cents: number) => formatMoney(fromCents(cents));

interface WaterfallProps {
  table: FeeTable;
  quote: Quote;
  netCents: number;
  /** When the seller's own account told its fees; null: it did not. */
  readAt: string | null;
}

/** From the price to what remains: each cost with its rule and where that was taken from. Its rows sum to the figure. */
export function Waterfall({ table, quote, netCents, readAt }: WaterfallProps) {
  const { priceCents } = quote;
  const lines = quote.lines.filter(({ cents }) => cents !== 0);
  let left = priceCents;
  return (
    <table className="w-full text-[13px]">
      <caption className="pb-1.5 text-left font-medium">Do preço ao que sobra</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Parte</th>
          <th scope="col">Valor</th>
        </tr>
      </thead>
      <tbody>
        <Row label="Preço" cents={priceCents} from={0} to={100} tone="bg-info-text/70" />
        {lines.map((line) => {
          const to = left;
          left -= line.cents;
          return (
            <Row
              key={`${line.code} ${line.ruleId}`}
              label={COST_LABELS[line.code]}
              cents={-line.cents}
              from={toShare(left, priceCents)}
              to={toShare(to, priceCents)}
              tone="bg-warning-text/60"
            >
              <Origin table={table} line={line} readAt={readAt} />
            </Row>
          );
        })}
        <Row
          label="Sobra"
          cents={netCents}
          from={toShare(Math.min(0, netCents), priceCents)}
          to={toShare(Math.max(0, netCents), priceCents)}
          tone={netCents < 0 ? 'bg-danger-text/70' : 'bg-success-text/70'}
          strong
        />
      </tbody>
    </table>
  );
}

/** As percent of the price, within what the bar can show. */
function toShare(cents: number, priceCents: number): number {
  if (priceCents === 0) return 0;
  return Math.min(100, Math.max(0, (cents / priceCents) * 100));
}

interface RowProps {
  label: string;
  cents: number;
  from: number;
  to: number;
  tone: string;
  strong?: boolean;
  children?: React.ReactNode;
}

function Row({ label, cents, from, to, tone, strong, children }: RowProps) {
  return (
    <tr
      className={
        strong ? 'border-border border-t font-semibold [&>th]:font-semibold' : 'border-border border-t'
      }
    >
      <th scope="row" className="py-1.5 pr-3 text-left align-top font-medium">
        {label}
        {children}
        <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
          <span
            className={`block h-full rounded-full ${tone}`}
            style={{ marginLeft: `${from}%`, width: `${Math.max(0, to - from)}%` }}
          />
        </span>
      </th>
      <td className="tabular whitespace-nowrap py-1.5 text-right align-top">{money(cents)}</td>
    </tr>
  );
}

/** The rule behind a line, with the day since when it holds and its pages. */
function Origin({ table, line, readAt }: Pick<WaterfallProps, 'table' | 'readAt'> & { line: CostLine }) {
  const rule = line.ruleId === null ? undefined : table.byId.get(line.ruleId);
  if (rule === undefined) {
    const text = line.origin === 'api' ? describeReading(readAt) : 'Informado por você';
    return <span className="block font-normal text-muted text-xs">{text}</span>;
  }
  return (
    <span className="block font-normal text-muted text-xs">
      Regra desde {formatDay(rule.validFrom)}, {CONFIDENCE_LABELS[rule.confidence]}:{' '}
      {rule.sources.map((source, index) => (
        <span key={source}>
          {index > 0 && ', '}
          <a
            href={source}
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-2 hover:text-foreground"
          >
            {toHost(source)}
          </a>
        </span>
      ))}
    </span>
  );
}

const describeReading = (readAt: string | null) =>
  readAt === null
    ? 'Informado pelo marketplace'
    : `Consultado na sua conta em ${formatDate(readAt).slice(0, 5)} às ${formatTime(readAt)}`;

const toHost = (address: string) => new URL(address).hostname.replace(/^www\./, '');
