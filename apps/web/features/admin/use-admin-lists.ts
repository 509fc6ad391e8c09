import type { PaymentStatus } from '@esteira/domain/billing/payment-status';
import type { AdminUsersInput } from '@esteira/validators/administration/admin';
import { keepPreviousData } from '@tanstack/react-query';
import { itemsOf, nextCursor, PAGE_SIZE } from '../../lib/data/pages';
import { trpc } from '../../lib/data/trpc';

const paging = { getNextPageParam: nextCursor, placeholderData: keepPreviousData };

export function useUsers(filters: Pick<AdminUsersInput, 'busca' | 'situacao' | 'plano'>) {
  const query = trpc.admin.users.useInfiniteQuery({ limite: PAGE_SIZE, ...filters }, paging);
  return { query, users: itemsOf(query.data) };
}

export function usePayments(filters: { busca?: string; status?: PaymentStatus }) {
  const query = trpc.admin.payments.useInfiniteQuery({ limite: PAGE_SIZE, ...filters }, paging);
  return { query, payments: itemsOf(query.data) };
}

export function useAudit() {
  const query = trpc.admin.audit.useInfiniteQuery({ limite: PAGE_SIZE }, paging);
  return { query, entries: itemsOf(query.data) };
}

/** Jobs move by themselves, and nothing tells an admin's screen of it. */
const POLL_MS = 5_000;

export function useJobs() {
  const query = trpc.jobs.list.useInfiniteQuery(
    { limite: PAGE_SIZE },
    { ...paging, refetchInterval: POLL_MS },
  );
  return { query, jobs: itemsOf(query.data) };
}
