import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { EstimateMissing } from './estimate-missing';
import { FIGURES, type FigureName, toBeforeAddress } from './figures/figure-source';
import { describeChange, describeNet, formatSpan, hasLikeNet } from './period-texts';

interface PeriodFiguresProps {
  data: DashboardPeriod;
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

/** The figures of a period, each beside what it is compared with. */
export function PeriodFigures({ data, onAsk }: PeriodFiguresProps) {
  const { total, anterior } = data;
  const before = anterior.total;
  const net = (figures: typeof total) => (figures.liquido === null ? '—' : formatMoney(figures.liquido));
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-[13px] text-muted">
        {formatSpan(data)}, comparado com {formatSpan(anterior)}
        {anterior.momento !== null && ' até a mesma hora'}
      </p>
      <dl className="tabular grid grid-cols-1 gap-x-4 gap-y-3 min-[380px]:grid-cols-2 sm:gap-x-6 xl:grid-cols-4">
        <Figure
          name="vendas"
          onAsk={onAsk}
          text={formatCount(total.vendas)}
          before={formatCount(before.vendas)}
          change={describeChange(total.vendas, before.vendas)}
        />
        <Figure
          name="receita"
          onAsk={onAsk}
          text={formatMoney(total.receita)}
          before={formatMoney(before.receita)}
          change={describeChange(total.receita, before.receita)}
        />
        <Figure
          name="lucro"
          onAsk={onAsk}
          text={formatMoney(total.lucro)}
          before={formatMoney(before.lucro)}
          change={describeChange(total.lucro, before.lucro)}
        />
        <Figure
          name="liquido"
          onAsk={onAsk}
          text={net(total)}
          before={net(before)}
          change={hasLikeNet(data) ? describeChange(total.liquido, before.liquido) : null}
          detail={describeNet(total)}
        />
      </dl>
      {total.calculados < total.vendas && (
        <EstimateMissing span={{ de: data.de, ate: data.ate }} missing={total.vendas - total.calculados} />
      )}
    </div>
  );
}

interface FigureProps extends Pick<PeriodFiguresProps, 'onAsk'> {
  name: FigureName;
  text: string;
  before: string;
  change: string | null;
  detail?: string;
}

function Figure({ name, text, before, change, detail, onAsk }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-[13px] text-muted">{FIGURES[name]}</dt>
      <dd className="font-semibold text-lg tracking-tight">{text}</dd>
      <dd className="text-[13px] text-muted">
        <button
          type="button"
          aria-label={`antes ${before}, ${FIGURES[name].toLowerCase()}: por que este número?`}
          title="Por que este número?"
          onClick={() => onAsk(toBeforeAddress(name))}
          className="underline-offset-4 hover:underline focus-visible:underline max-sm:-mt-5 max-sm:pt-5"
        >
          antes {before}
        </button>
        {change !== null && <span className="font-medium text-foreground"> · {change}</span>}
      </dd>
      {detail && <dd className="text-[13px] text-muted">{detail}</dd>}
      <dd>
        <Button
          variant="link"
          size="bare"
          aria-label={`Por que este número? ${FIGURES[name]}`}
          className="text-[13px]"
          onClick={() => onAsk(name)}
        >
          Por que este número?
        </Button>
      </dd>
    </div>
  );
}
