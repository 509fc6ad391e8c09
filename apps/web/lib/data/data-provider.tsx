import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retryTransient, statusOf } from '../forms/problem';
import { endSession, useStoredSession } from '../session/session-store';
import { createTrpcClient, trpc } from './trpc';

/** Gives every session clients of its own by remounting at each change of token. */
export function DataProvider({ children }: { children: ReactNode }) {
  const token = useStoredSession((session) => session.token);
  return (
    <Clients key={token} token={token}>
      {children}
    </Clients>
  );
}

function Clients({ token, children }: { token: string | null; children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(token));
  const [client] = useState(() => createTrpcClient(token));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

const FRESH_MS = 10_000;

/**
 * The cache of one session: it dies with its token, so nothing of one seller is ever shown to the next.
 * A 401 from anywhere ends that session.
 */
function createQueryClient(token: string | null): QueryClient {
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
