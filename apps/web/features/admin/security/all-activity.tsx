import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { ActivityRow } from '../../../parts/activity/activity-row';
import { PeriodFields, usePeriod } from '../../../parts/activity/period-fields';
import { ExportButton } from '../../../parts/export/export-button';
import { PagedList } from '../../../parts/lists/paged-list';

/** What was done in all shops: who came in and who was refused, without a shop's contents. */
export function AllActivity() {
  const period = usePeriod();
  const query = trpc.activity.all.useInfiniteQuery(
    { limite: PAGE_SIZE, ...period },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  return (
    <section aria-label="Atividade" className="grid gap-3">
      <h2 className="font-semibold text-sm">Atividade</h2>
      <div className="flex flex-wrap items-center gap-2">
        <PeriodFields />
        <ExportButton list="atividade-geral" filters={period} />
      </div>
      <PagedList
        query={query}
        items={itemsOf(query.data)}
        empty="Nenhuma atividade registrada ainda"
        render={(entry) => <ActivityRow entry={entry} withShop />}
      />
    </section>
  );
}
