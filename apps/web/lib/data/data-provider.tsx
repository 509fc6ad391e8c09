import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { retryTransient, statusOf } from '../forms/problem';
import { endSession, tokenOf, useStoredSession } from '../session/session-store';
import { createTrpcClient, trpc } from './trpc';

/** Gives every session clients of its own by remounting at each change of session. */
export function DataProvider({ children }: { children: ReactNode }) {
  const opened = useStoredSession((session) => session.opened);
  return (
    <Clients key={opened} opened={opened}>
      {children}
    </Clients>
  );
}

function Clients({ opened, children }: { opened: string | null; children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(opened));
  const [client] = useState(() => createTrpcClient(opened));
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </trpc.Provider>
  );
}

const FRESH_MS = 10_000;

/**
 * The cache of one session: it dies with it, so nothing of one seller is ever shown to the next.
 * A 401 from anywhere ends that session.
 */
function createQueryClient(opened: string | null): QueryClient {
  function watchRefusal(error: unknown) {
    const token = tokenOf(opened);
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
