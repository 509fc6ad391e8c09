import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { retryTransient, statusOf } from '../forms/problem';
import { endSession } from '../session/session-store';

const FRESH_MS = 10_000;

/**
 * The cache of one session: it dies with its token, so nothing of one seller is ever shown to the next.
 * A 401 from anywhere ends that session.
 */
export function createQueryClient(token: string | null): QueryClient {
  function watchRefusal(error: unknown) {
    if (token !== null && statusOf(error) === 401) endSession(token, 'refused');
  }

  return new QueryClient({
    queryCache: new QueryCache({ onError: watchRefusal }),
    mutationCache: new MutationCache({ onError: watchRefusal }),
    defaultOptions: {
      // 'always': `navigator.onLine` says nothing about a server on the same machine.
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: retryTransient,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
