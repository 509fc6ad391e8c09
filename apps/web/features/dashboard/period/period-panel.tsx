import { type DaySpan, isCalendarDay } from '@esteira/domain/days';
import { MAX_PERIOD_DAYS, PERIODS } from '@esteira/domain/report-period';
import { FileCheck } from 'lucide-react';
import { NotLoaded } from '../../../lib/data/loaded';
import { useSeveralAccounts } from '../../../lib/data/use-accounts';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { lazyOffer } from '../../../lib/lazy-part';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import { Button } from '../../../ui/button';
import { DateInput } from '../../../ui/forms/date-input';
import { FilterButtons } from '../../../ui/forms/filter-buttons';
import { Skeleton, SkeletonGroup } from '../../../ui/lists/skeleton';
import { Panel } from '../../../ui/panel';
import { findTotal } from '../totals/total-source';
import { useAccountFilter } from '../use-account-filter';
import { SalesChart } from './chart/sales-chart';
import { CostTable } from './cost-table';
import { PERIOD_FIGURES, PeriodFigures } from './period-figures';
import type { PeriodSearch } from './period-search';
import { describeSpans, formatSpan } from './period-texts';
import { ShareTables } from './share-tables';
import type { usePeriod } from './use-period';

// Most sellers have one account and need none of it.
const AccountSelect = lazyOffer(
  () => import('../../../parts/account-select'),
  'AccountSelect',
  <div className="h-9 w-52" />,
);
// Who asks waits for the answer, not for its code alone.
const FigureDialog = lazyDialog(() => import('./figures/figure-dialog'), 'FigureDialog', {
  title: 'Por que este número?',
  wide: true,
});
const ClosingDialog = lazyDialog(() => import('./closing/closing-dialog'), 'ClosingDialog', {
  title: 'Fechamento do mês',
  wide: true,
});

/** What was sold in a period of the seller's choice, against the same span before. */
export function PeriodPanel({ search, query, isComing }: ReturnType<typeof usePeriod>) {
  const { set } = useUrlState();
  const { filter, conta } = useAccountFilter();
  const hasSeveral = useSeveralAccounts().length > 0;
  const data = search.span === null ? undefined : query.data;
  const why = useUrlDialog('porque');
  const closing = useUrlDialog('fechamento');
  const askSpan = (span: DaySpan, address: string) =>
    set({ periodo: 'datas', ...span, conta_id: null, fechamento: null, porque: address });
  return (
    <Panel
      heading="Período"
      aside={
        <div className="flex min-w-0 flex-wrap items-center justify-end gap-2">
          {(hasSeveral || conta !== null) && (
            <AccountSelect value={conta} onPick={(conta_id) => set({ conta_id })} className="max-w-52" />
          )}
          <PeriodChoice search={search} />
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5 p-4" aria-busy={query.isPlaceholderData || undefined}>
        {search.period === 'datas' && <PeriodDates search={search} />}
        <div className="flex flex-wrap items-start justify-end gap-2">
          <p className="min-w-60 flex-1 text-[13px] text-muted max-sm:min-h-10">
            {data && describeSpans(data)}
          </p>
          {search.span !== null && <ExportButton list="periodo" filters={{ ...search.span, ...filter }} />}
          <Button onClick={() => closing.open('aberto')}>
            <FileCheck aria-hidden />
            Fechamento do mês
          </Button>
        </div>
        {data && <PeriodFigures data={data} onAsk={why.open} />}
        {data && data.total.vendas > 0 && <SalesChart data={data} onAsk={why.open} />}
        {isComing && (
          <SkeletonGroup>
            <PeriodSkeleton />
          </SkeletonGroup>
        )}
        {search.span !== null && query.isError && (
          <NotLoaded query={query} failure="Não foi possível carregar o período." className="h-72" />
        )}
      </div>

      {data && !query.isPlaceholderData && why.value !== null && findTotal(why.value) === null && (
        <FigureDialog data={data} address={why.value} onClose={why.close} />
      )}
      {closing.value !== null && (
        <ClosingDialog
          month={closing.value}
          onChoose={(fechamento) => set({ fechamento }, { replace: true })}
          onAsk={askSpan}
          onClose={closing.close}
        />
      )}
    </Panel>
  );
}

/** What makes the figures of the period: its costs, and whose its sales are; nothing of a period without any. */
export function PeriodTables({ query: { data } }: Pick<ReturnType<typeof usePeriod>, 'query'>) {
  const { open } = useUrlDialog('porque');
  if (!data || data.total.vendas === 0) return null;
  return (
    <Panel heading={`Período em detalhe: ${formatSpan(data)}`}>
      <div className="grid grid-cols-1 gap-5 p-4">
        {data.total.calculados > 0 && <CostTable total={data.total} custos={data.custos} onAsk={open} />}
        <ShareTables data={data} onAsk={open} />
      </div>
    </Panel>
  );
}

/** The shape of a period on its way: four figures and the chart. */
export function PeriodSkeleton() {
  return (
    <div className="grid gap-5">
      <div className={PERIOD_FIGURES}>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className="grid min-w-0 grid-cols-1 gap-1.5">
            <Skeleton className="h-4 w-20" />
            <Skeleton className="h-7 w-32 max-w-full" />
            <Skeleton className="h-4 w-44 max-w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="h-70" />
    </div>
  );
}

const PERIOD_OPTIONS = PERIODS.map(([value, label]) => ({ value, label }));

function PeriodChoice({ search: { period, span } }: { search: PeriodSearch }) {
  const { set } = useUrlState();
  return (
    <FilterButtons
      label="Período"
      value={period}
      options={PERIOD_OPTIONS}
      onChange={(periodo) =>
        set({
          periodo: periodo === 'mes' ? null : periodo,
          de: periodo === 'datas' ? (span?.de ?? null) : null,
          ate: periodo === 'datas' ? (span?.ate ?? null) : null,
        })
      }
    />
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
          <DateInput
            id={`periodo-${name}`}
            value={value}
            onChange={(day) =>
              (day === '' || isCalendarDay(day)) && set({ [name]: day || null }, { replace: true })
            }
            className="w-32"
          />
        </label>
      ))}
      {search.span === null && (
        <p role="alert" className="text-[13px] text-danger-text">
          Escolha duas datas de 2000 a 2100, da mais antiga para a mais recente, com no máximo{' '}
          {MAX_PERIOD_DAYS} dias
        </p>
      )}
    </div>
  );
}
