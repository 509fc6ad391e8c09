import type { AppRouter } from '@esteira/server/router';
import { httpBatchLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import { trackedFetch } from '../live/connection-store';
import { tokenOf } from '../session/session-store';

export const trpc = createTRPCReact<AppRouter>();

/** What reads, keeps and forgets data outside of a component's own query. */
export type Utils = ReturnType<typeof trpc.useUtils>;

/** The longest URL a batch of queries may grow to before it is split. */
const MAX_URL = 4000;

/** Headers that later code adds to every call. */
export const callMarks: { read?: () => Record<string, string> } = {};

/** Of the session that began with the token `opened`. */
export function createTrpcClient(opened: string | null) {
  /** Once more where the token was replaced while the call was under way. */
  async function call(url: string, options: RequestInit = {}): Promise<Response> {
    const token = tokenOf(opened);
    const authorization = token && { authorization: `Bearer ${token}` };
    const headers = { ...options.headers, ...callMarks.read?.(), ...authorization };
    const answer = await trackedFetch(url, { ...options, headers });
    return answer.status === 401 && tokenOf(opened) !== token ? call(url, options) : answer;
  }

  return trpc.createClient({
    links: [
      httpBatchLink({
        url: '/trpc',
        maxURLLength: MAX_URL,
        fetch: call as typeof fetch,
      }),
    ],
  });
}
