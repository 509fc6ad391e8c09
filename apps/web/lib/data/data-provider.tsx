import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useStoredSession } from '../session/session-store';
import { createQueryClient } from './query-client';
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
