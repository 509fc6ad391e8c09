import { trpc } from '../../../lib/data/trpc';

/** Nothing tells an admin's screen that something outside fails. */
const POLL_MS = 15_000;

export function useHealth() {
  return trpc.admin.health.useQuery(undefined, { refetchInterval: POLL_MS });
}
