import { ACTIVITIES, ACTIVITY_TEXTS } from '@esteira/domain/accounts/activity';
import type { ActivityEntry } from '@esteira/validators/accounts/activity';
import { keepPreviousData } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc } from '../../lib/data/trpc';
import { useUser } from '../../lib/session/session';
import { useUrlState } from '../../lib/use-url-state';
import { ActivityRow } from '../../parts/activity/activity-row';
import { PeriodFields, usePeriod } from '../../parts/activity/period-fields';
import { ExportButton } from '../../parts/export/export-button';
import { FilterSelect } from '../../parts/lists/filter-select';
import { PagedList } from '../../parts/lists/paged-list';
import { SettingsNav } from '../../shell/navigation/settings-nav';
import { PageHeader } from '../../ui/page-header';

const KINDS = ACTIVITIES.map((ato) => [ato, ACTIVITY_TEXTS[ato]] as const);

const PAGING = { getNextPageParam: nextCursor, placeholderData: keepPreviousData };
const EMPTY = 'Nenhuma atividade registrada ainda';

/** 'Configurações → Atividade': what was done in the shop, for its owner; for people of a team their own sign-ins. */
export function ActivityPage() {
  const { equipe } = useUser();
  const what = equipe ? 'Suas entradas e saídas' : 'Entradas, acessos e exportações da sua loja';
  return (
    <>
      <PageHeader title="Atividade" subtitle={`${what} nos últimos 12 meses`} />
      <SettingsNav />
      {equipe ? <OwnSignIns /> : <ShopActivity />}
    </>
  );
}

function ShopActivity() {
  const { params, set } = useUrlState();
  const ato = ACTIVITIES.find((known) => known === params.get('tipo'));
  const people = trpc.activity.authors.useQuery().data ?? [];
  const autor = people.find(({ id }) => id === params.get('autor'))?.id;
  const period = usePeriod();
  const filters = { ...(ato && { ato }), ...(autor && { autor }), ...period };
  const query = trpc.activity.list.useInfiniteQuery({ limite: PAGE_SIZE, ...filters }, PAGING);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Tipo"
          allLabel="Todos os tipos"
          options={KINDS}
          value={ato}
          onChange={(value) => set({ tipo: value })}
        />
        <FilterSelect
          label="Pessoa ou chave"
          allLabel="Todas as pessoas e chaves"
          options={people.map(({ id, nome }) => [id, nome] as const)}
          value={autor}
          onChange={(value) => set({ autor: value })}
        />
        <PeriodFields />
        <ExportButton list="atividade" filters={filters} />
      </div>
      <ActivityList query={query} items={itemsOf(query.data)} />
    </>
  );
}

function OwnSignIns() {
  const query = trpc.activity.own.useInfiniteQuery({ limite: PAGE_SIZE }, PAGING);
  return <ActivityList query={query} items={itemsOf(query.data)} />;
}

type ListProps = Omit<ComponentProps<typeof PagedList<ActivityEntry>>, 'empty' | 'render'>;

const ActivityList = (list: ListProps) => (
  <PagedList {...list} empty={EMPTY} render={(entry) => <ActivityRow entry={entry} />} />
);
