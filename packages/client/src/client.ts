import { fetchWithin } from '@esteira/http/fetch-within';
import type { AppRouter } from '@esteira/server/router';
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  splitLink,
  type TRPCClient,
  TRPCClientError,
} from '@trpc/client';
import { EventSource } from 'eventsource';

/** The server takes no more calls in one request. */
const MAX_BATCH = 20;
/** Well below the 32 kB that the server reads of a request's head. */
const MAX_URL_LENGTH = 14_000;
const DEFAULT_TIMEOUT_MS = 30_000;

export interface EsteiraOptions {
  /** Where Esteira runs, as `https://esteira.example.com`. */
  url: string;
  /** An API key (`est_…`) or the `access_token` of a session. */
  token: string;
  /** How long a call may take, in milliseconds; 30,000 unless told. Streams have no end. */
  timeoutMs?: number;
}

/** What a failed call throws: `message` is the server's Portuguese sentence, `data` has its code and HTTP status. */
export { TRPCClientError as EsteiraError };

/** A client of all of Esteira's procedures. Calls of the same moment travel as one request; none is repeated by itself. */
export function createEsteira({
  url,
  token,
  timeoutMs = DEFAULT_TIMEOUT_MS,
}: EsteiraOptions): TRPCClient<AppRouter> {
  const address = `${url.replace(/\/+$/, '')}/trpc`;
  const headers = { authorization: `Bearer ${token}` };
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: httpSubscriptionLink({
          url: address,
          EventSource,
          eventSourceOptions: {
            fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers } }),
          },
        }),
        false: httpBatchLink({
          url: address,
          headers,
          maxItems: MAX_BATCH,
          maxURLLength: MAX_URL_LENGTH,
          fetch: (input, init) => fetchWhole(input as string | URL, init as RequestInit, timeoutMs),
        }),
      }),
    ],
  });
}

async function fetchWhole(
  url: string | URL,
  { signal, ...init }: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  const limits = { timeoutMs, maxBytes: Number.POSITIVE_INFINITY, signal };
  const { bytes, status, headers } = await fetchWithin(url, init, limits);
  return new Response(bytes as NonNullable<RequestInit['body']>, { status, headers });
}
