import { trpc } from '../../../lib/data/trpc';
import { useUrlState } from '../../../lib/use-url-state';
import { useAccountFilter } from '../use-account-filter';
import { parsePeriod } from './period-search';

/** The period in the address and what was sold in it; what was read last stays while another one is on its way. */
export function usePeriod() {
  const { params } = useUrlState();
  const search = parsePeriod(params, new Date());
  const hasSpan = search.span !== null;
  const { filter } = useAccountFilter();
  const month = search.period === 'mes' ? { este_mes: true } : {};
  const asked = { ...(search.span ?? { de: '', ate: '' }), ...filter, ...month };
  const query = trpc.dashboard.period.useQuery(asked, {
    enabled: hasSpan,
    placeholderData: (previous) => previous,
  });
  return { search, query, isComing: hasSpan && query.isPending };
}
