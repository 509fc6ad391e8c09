import type { AppRouter } from '@esteira/server/router';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { trackedFetch } from '../live/connection-store';

export const trpc = createTRPCReact<AppRouter>();

/** What reads, keeps and forgets data outside of a component's own query. */
export type Utils = ReturnType<typeof trpc.useUtils>;

/** The longest URL a batch of queries may grow to before it is split. */
const MAX_URL = 4000;

export function createTrpcClient(token: string | null) {
  return trpc.createClient({
    links: [
      httpBatchLink({
        url: '/trpc',
        maxURLLength: MAX_URL,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        fetch: (url, options) => trackedFetch(url as string, options as RequestInit),
      }),
    ],
  });
}
