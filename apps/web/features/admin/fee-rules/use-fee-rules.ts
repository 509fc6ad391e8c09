import type { AdminRulesInput } from '@esteira/validators/administration/admin-fee-rules';
import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../../lib/data/pages';
import { trpc } from '../../../lib/data/trpc';
import { telling } from '../../../lib/toasts';

export type RuleFilters = Pick<AdminRulesInput, 'busca' | 'situacao' | 'marketplace' | 'tipo'>;

export function useFeeRules(filters: RuleFilters) {
  const query = trpc.admin.rules.useInfiniteQuery(
    { limite: PAGE_SIZE, ...filters },
    { getNextPageParam: nextCursor, placeholderData: keepPreviousData },
  );
  return { query, rules: itemsOf(query.data) };
}

/** Says what a change would do; saves nothing. */
export const usePreviewRules = () => trpc.admin.previewRules.useMutation();

/** Adds rules, or takes out those that have not begun. */
export function useChangeRules(done: string, failed: string) {
  const utils = trpc.useUtils();
  return trpc.admin.changeRules.useMutation({
    ...telling(done, failed),
    // All that is computed by the rules is another from here on.
    onSettled: () => Promise.all([utils.admin.invalidate(), utils.costs.rules.invalidate()]),
  });
}
