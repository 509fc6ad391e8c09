import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/pages';
import { trpc } from '../../lib/trpc';

const paging = { getNextPageParam: nextCursor, placeholderData: keepPreviousData };

export function useUsers(busca: string) {
  const query = trpc.admin.users.useInfiniteQuery({ limite: PAGE_SIZE, ...(busca ? { busca } : {}) }, paging);
  return { query, users: itemsOf(query.data) };
}

export function usePayments() {
  const query = trpc.admin.payments.useInfiniteQuery({ limite: PAGE_SIZE }, paging);
  return { query, payments: itemsOf(query.data) };
}
