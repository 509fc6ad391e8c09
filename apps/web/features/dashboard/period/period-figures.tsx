import type { DashboardPeriod } from '@esteira/validators/dashboards/dashboard-period';
import { FigureButton } from '../../../parts/figure-button';
import { EstimateMissing } from './estimate-missing';
import { FIGURES, type FigureName, toBeforeAddress } from './figures/figure-source';
import { FIGURE_NAMES, formatFigure } from './figures/figure-texts';
import { describeChange, describeNet, hasLikeNet } from './period-texts';

/** Two beside each other on a phone, four where each has room for its comparison. */
export const PERIOD_FIGURES =
  'tabular grid grid-cols-1 gap-x-4 gap-y-3 min-[380px]:grid-cols-2 sm:gap-x-6 xl:grid-cols-4';

interface PeriodFiguresProps {
  data: DashboardPeriod;
  /** Opens what makes a figure. */
  onAsk: (address: string) => void;
}

/** The figures of a period, each beside what it is compared with. */
export function PeriodFigures({ data, onAsk }: PeriodFiguresProps) {
  const missing = data.total.vendas - data.total.calculados;
  return (
    <div className="grid grid-cols-1 gap-2">
      <dl className={PERIOD_FIGURES}>
        {FIGURE_NAMES.map((name) => (
          <Figure key={name} name={name} data={data} onAsk={onAsk} />
        ))}
      </dl>
      {missing > 0 && <EstimateMissing span={{ de: data.de, ate: data.ate }} missing={missing} />}
    </div>
  );
}

function Figure({ name, data, onAsk }: PeriodFiguresProps & { name: FigureName }) {
  const { total, anterior } = data;
  const before = anterior.total[name];
  const change = name === 'liquido' && !hasLikeNet(data) ? null : describeChange(total[name], before);
  const label = FIGURES[name].toLowerCase();
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-[13px] text-muted">{FIGURES[name]}</dt>
      <dd className="font-semibold text-lg tracking-tight max-sm:text-base">
        <FigureButton text={formatFigure(name, total[name])} label={label} onClick={() => onAsk(name)} />
      </dd>
      <dd className="text-[13px] text-muted">
        {change !== null && <span className="font-medium text-foreground">{change} · </span>}
        <FigureButton
          text={formatFigure(name, before)}
          label={`${label} no período anterior`}
          onClick={() => onAsk(toBeforeAddress(name))}
        />{' '}
        no período anterior
      </dd>
      {name === 'liquido' && <dd className="text-[13px] text-muted">{describeNet(total)}</dd>}
    </div>
  );
}
