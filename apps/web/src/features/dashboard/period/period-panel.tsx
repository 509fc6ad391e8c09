import { formatMoney } from '@esteira/domain/money';
import type { DashboardPeriod } from '@esteira/validators/dashboard-period';
import { FileCheck } from 'lucide-react';
import { Suspense } from 'react';
import { trpc } from '../../../lib/data/trpc';
import { ExportButton } from '../../../lib/export/export-button';
import { formatCount } from '../../../lib/format/figures';
import { lazyOffer } from '../../../lib/lazy-named';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { Button } from '../../../ui/button';
import { Input, Select } from '../../../ui/forms/input';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Panel, PanelTitle } from '../../../ui/panel';
import { CostTable } from './cost-table';
import { EstimateMissing } from './estimate-missing';
import { FIGURES, type FigureName } from './figure-source';
import { PERIODS, type PeriodSearch, parsePeriod } from './period-search';
import { describeChange, describeNet, formatSpan, hasLikeNet } from './period-texts';
import { SalesChart } from './sales-chart';
import { ShareTables } from './share-tables';

// Who asks waits for the answer, not for its code alone.
const FigureDialog = lazyOffer(() => import('./figure-dialog'), 'FigureDialog');
const ClosingDialog = lazyOffer(() => import('./closing-dialog'), 'ClosingDialog');

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
  const why = useUrlDialog('porque');
  const closing = useUrlDialog('fechamento');
  return (
    <Panel aria-label="Período">
      <PanelTitle aside={<PeriodChoice search={search} />}>Período</PanelTitle>
      <div className="grid grid-cols-1 gap-5 p-4" aria-busy={query.isPlaceholderData || undefined}>
        {search.period === 'datas' && <PeriodDates search={search} />}
        {data && <Figures data={data} onAsk={why.open} />}
        <div className="flex flex-wrap gap-2">
          {search.span !== null && <ExportButton list="periodo" filters={{ ...search.span }} />}
          <Button onClick={() => closing.open('aberto')}>
            <FileCheck aria-hidden />
            Fechamento do mês
          </Button>
        </div>
        {data && data.total.vendas > 0 && (
          <>
            <SalesChart parts={data.partes} />
            {data.total.calculados > 0 && <CostTable total={data.total} custos={data.custos} />}
            <ShareTables data={data} onAsk={why.open} />
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
      <Suspense>
        {data && why.value !== null && <FigureDialog data={data} address={why.value} onClose={why.close} />}
        {closing.value !== null && <ClosingDialog onClose={closing.close} />}
      </Suspense>
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

interface FiguresProps {
  data: DashboardPeriod;
  /** Opens what makes a figure. */
  onAsk: (figure: FigureName) => void;
}

function Figures({ data, onAsk }: FiguresProps) {
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
      {total.calculados < total.vendas && <EstimateMissing missing={total.vendas - total.calculados} />}
    </div>
  );
}

interface FigureProps extends Pick<FiguresProps, 'onAsk'> {
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
        antes {before}
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
