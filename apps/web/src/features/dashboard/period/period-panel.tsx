import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboard-period';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { useUrlState } from '../../../lib/use-url-state';
import { Button } from '../../../ui/button';
import { Input, Select } from '../../../ui/forms/input';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Panel, PanelTitle } from '../../../ui/panel';
import { EstimateMissing } from './estimate-missing';
import { PERIODS, type PeriodSearch, parsePeriod } from './period-search';
import { describeChange, describeNet, formatSpan, hasLikeNet } from './period-texts';
import { SalesChart } from './sales-chart';
import { ShareTables } from './share-tables';

/** What was sold in a period of the seller's choice, against the same span before. */
export function PeriodPanel() {
  const { params } = useUrlState();
  const search = parsePeriod(params, new Date());
  const query = trpc.dashboard.period.useQuery(search.span ?? { de: '', ate: '' }, {
    enabled: search.span !== null,
    // What was read last stays while another period is on its way.
    placeholderData: (previous) => previous,
  });
  const data = search.span === null ? undefined : query.data;
  return (
    <Panel aria-label="Período">
      <PanelTitle aside={<PeriodChoice search={search} />}>Período</PanelTitle>
      <div className="grid grid-cols-1 gap-5 p-4" aria-busy={query.isPlaceholderData || undefined}>
        {search.period === 'datas' && <PeriodDates search={search} />}
        {data && <Figures data={data} />}
        {data && data.total.vendas > 0 && (
          <>
            <SalesChart parts={data.partes} />
            <ShareTables data={data} />
          </>
        )}
        {!data && search.span !== null && query.isPending && (
          <SkeletonGroup>
            <Skeleton className="h-72" />
          </SkeletonGroup>
        )}
        {!data && query.isError && (
          <p role="alert" className="flex flex-wrap items-center gap-3 text-muted">
            Não foi possível carregar o período.
            <Button size="sm" busy={query.isFetching} onClick={() => query.refetch()}>
              Tentar novamente
            </Button>
          </p>
        )}
      </div>
    </Panel>
  );
}

function PeriodChoice({ search }: { search: PeriodSearch }) {
  const { set } = useUrlState();
  return (
    <div className="w-44">
      <Select
        aria-label="Período"
        value={search.period}
        onChange={({ target }) =>
          set({
            periodo: target.value === 'mes' ? null : target.value,
            de: target.value === 'datas' ? (search.span?.de ?? null) : null,
            ate: target.value === 'datas' ? (search.span?.ate ?? null) : null,
          })
        }
      >
        {Object.entries(PERIODS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function PeriodDates({ search }: { search: PeriodSearch }) {
  const { set } = useUrlState();
  const fields = [
    { label: 'De', name: 'de', value: search.de },
    { label: 'Até', name: 'ate', value: search.ate },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {fields.map(({ label, name, value }) => (
        <label
          key={name}
          htmlFor={`periodo-${name}`}
          className="flex items-center gap-1.5 text-[13px] text-muted"
        >
          {label}
          <Input
            id={`periodo-${name}`}
            type="date"
            defaultValue={value}
            onChange={({ target }) => set({ [name]: target.value || null }, { replace: true })}
          />
        </label>
      ))}
      {search.span === null && (
        <p role="alert" className="text-[13px] text-danger-text">
          Escolha duas datas, da mais antiga para a mais recente, com no máximo 366 dias
        </p>
      )}
    </div>
  );
}

function Figures({ data }: { data: DashboardPeriod }) {
  const { total, anterior } = data;
  const before = anterior.total;
  const net = (figures: typeof total) => (figures.liquido === null ? '—' : formatMoney(figures.liquido));
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-[13px] text-muted">
        {formatSpan(data)}, comparado com {formatSpan(anterior)}
        {anterior.momento !== null && ' até a mesma hora'}
      </p>
      <dl className="tabular grid grid-cols-1 gap-x-6 gap-y-3 min-[420px]:grid-cols-2 xl:grid-cols-4">
        <Figure
          label="Vendas"
          text={formatCount(total.vendas)}
          before={formatCount(before.vendas)}
          change={describeChange(total.vendas, before.vendas)}
        />
        <Figure
          label="Receita"
          text={formatMoney(total.receita)}
          before={formatMoney(before.receita)}
          change={describeChange(total.receita, before.receita)}
        />
        <Figure
          label="Lucro"
          text={formatMoney(total.lucro)}
          before={formatMoney(before.lucro)}
          change={describeChange(total.lucro, before.lucro)}
        />
        <Figure
          label="Líquido"
          text={net(total)}
          before={net(before)}
          change={hasLikeNet(data) ? describeChange(total.liquido, before.liquido) : null}
          detail={describeNet(total)}
        />
      </dl>
      {total.calculados < total.vendas && <EstimateMissing missing={total.vendas - total.calculados} />}
    </div>
  );
}

interface FigureProps {
  label: string;
  text: string;
  before: string;
  change: string | null;
  detail?: string;
}

function Figure({ label, text, before, change, detail }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="font-semibold text-lg tracking-tight">{text}</dd>
      <dd className="text-[13px] text-muted">
        antes {before}
        {change !== null && <span className="font-medium text-foreground"> · {change}</span>}
      </dd>
      {detail && <dd className="text-[13px] text-muted">{detail}</dd>}
    </div>
  );
}
