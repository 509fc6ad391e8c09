import type { DaySpan } from '@esteira/domain/days';
import { MAX_PERIOD_DAYS } from '@esteira/domain/report-period';
import { FileCheck } from 'lucide-react';
import { NotLoaded } from '../../../lib/data/loaded';
import { trpc } from '../../../lib/data/trpc';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { useUrlState } from '../../../lib/use-url-state';
import { ExportButton } from '../../../parts/export/export-button';
import { Button } from '../../../ui/button';
import { Input, Select } from '../../../ui/forms/input';
import { Panel } from '../../../ui/panel';
import { SalesChart } from './chart/sales-chart';
import { CostTable } from './cost-table';
import { PeriodFigures } from './period-figures';
import { PERIODS, type PeriodSearch, parsePeriod } from './period-search';
import { ShareTables } from './share-tables';

// Who asks waits for the answer, not for its code alone.
const FigureDialog = lazyDialog(() => import('./figures/figure-dialog'), 'FigureDialog');
const ClosingDialog = lazyDialog(() => import('./closing/closing-dialog'), 'ClosingDialog');

/** What was sold in a period of the seller's choice, against the same span before. */
export function PeriodPanel() {
  const { params, set } = useUrlState();
  const search = parsePeriod(params, new Date());
  const query = trpc.dashboard.period.useQuery(search.span ?? { de: '', ate: '' }, {
    enabled: search.span !== null,
    // What was read last stays while another period is on its way.
    placeholderData: (previous) => previous,
  });
  const data = search.span === null ? undefined : query.data;
  const why = useUrlDialog('porque');
  const closing = useUrlDialog('fechamento');
  const askSpan = (span: DaySpan, address: string) =>
    set({ periodo: 'datas', ...span, fechamento: null, porque: address });
  return (
    <Panel heading="Período" aside={<PeriodChoice search={search} />}>
      <div className="grid grid-cols-1 gap-5 p-4" aria-busy={query.isPlaceholderData || undefined}>
        {search.period === 'datas' && <PeriodDates search={search} />}
        {data && <PeriodFigures data={data} onAsk={why.open} />}
        <div className="flex flex-wrap gap-2">
          {search.span !== null && <ExportButton list="periodo" filters={{ ...search.span }} />}
          <Button onClick={() => closing.open('aberto')}>
            <FileCheck aria-hidden />
            Fechamento do mês
          </Button>
        </div>
        {data && data.total.vendas > 0 && (
          <>
            <SalesChart parts={data.partes} onAsk={why.open} />
            {data.total.calculados > 0 && (
              <CostTable total={data.total} custos={data.custos} onAsk={why.open} />
            )}
            <ShareTables data={data} onAsk={why.open} />
          </>
        )}
        {search.span !== null && (
          <NotLoaded query={query} failure="Não foi possível carregar o período." className="h-72" />
        )}
      </div>

      {data && !query.isPlaceholderData && why.value !== null && (
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

function PeriodChoice({ search }: { search: PeriodSearch }) {
  const { set } = useUrlState();
  return (
    <div className="w-48">
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
        options={Object.entries(PERIODS)}
      />
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
          Escolha duas datas de 2000 a 2100, da mais antiga para a mais recente, com no máximo{' '}
          {MAX_PERIOD_DAYS} dias
        </p>
      )}
    </div>
  );
}
