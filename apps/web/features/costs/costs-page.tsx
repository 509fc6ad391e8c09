import { trpc } from '../../lib/data/trpc';
import { useFeeTable } from '../../lib/data/use-fee-table';
import { useLoadFailure } from '../../lib/data/use-load-failure';
import { useRetryFailed } from '../../lib/data/use-retry-failed';
import { detailOf } from '../../lib/forms/problem';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { ErrorState } from '../../ui/lists/error-state';
import { Skeleton, SkeletonGroup } from '../../ui/lists/skeleton';
import { PageHeader } from '../../ui/page-header';
import { CostsForm } from './costs-form';

const LOAD_FAILED = 'Erro ao carregar os custos';

/** 'Configurações → Custos': what a seller says once of the costs of all sales. */
export function CostsPage() {
  const query = trpc.costs.settings.useQuery();
  const { query: rules, table } = useFeeTable();
  const failed = [query, rules].find(({ isError, data }) => isError && !data);
  useLoadFailure(failed ?? query, LOAD_FAILED);
  const retry = useRetryFailed();
  const settings = query.data;
  return (
    <>
      <PageHeader title="Custos" subtitle="O que cada venda custa, para saber quanto sobra" />
      <SettingsNav />
      <p className="max-w-[72ch] text-muted">
        Com estes dados e o peso de cada produto, a Esteira calcula o líquido estimado: o preço menos tarifas,
        frete, imposto, embalagem, anúncios e fornecedor. O que não for informado não é contado como zero: a
        conta fica em aberto e diz o que falta.
      </p>
      {!failed && !(settings && table) && <CostsSkeleton />}
      {failed && (
        <ErrorState
          title={LOAD_FAILED}
          description={detailOf(failed.error) ?? undefined}
          onRetry={retry}
          retrying={failed.isFetching}
        />
      )}
      {settings && table && <CostsForm settings={settings} table={table} />}
    </>
  );
}

function CostsSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5 lg:grid-cols-2">
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
      <Skeleton className="h-64" />
    </SkeletonGroup>
  );
}
