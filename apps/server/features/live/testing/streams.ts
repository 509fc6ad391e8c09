import type { LiveChange } from '@esteira/validators/live';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { AppRouter } from '../../../router';
import { deferred } from '../../../testing/deferred';
import { readMessages } from '../../../testing/event-stream';

interface StreamOptions {
  url: string;
  token: string;
  /** Where an earlier stream was lost. */
  lastEventId: string | null;
  signal: AbortSignal;
  onChange: (change: LiveChange) => void;
}

/** Follows one stream until it is lost. */
export type Follow = (options: StreamOptions) => Promise<void>;

/** As any program may: the bare events. */
export const followEvents: Follow = async ({ url, token, lastEventId, signal, onChange }) => {
  const input = encodeURIComponent(JSON.stringify(lastEventId === null ? {} : { lastEventId }));
  const response = await fetch(`${url}/trpc/live.changes?input=${input}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal,
  });
  for await (const { event, data } of readMessages(response)) {
    if (event === 'message') onChange(JSON.parse(data));
  }
};

/** As the web app does it: tRPC's client on the EventSource over fetch, given up where it falters. */
export const followAsApp: Follow = ({ url, token, lastEventId, signal, onChange }) => {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: `${url}/trpc`,
        EventSource,
        eventSourceOptions: {
          fetch: (address, init) =>
            fetch(address, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } }),
        },
      }),
    ],
  });
  const { promise: lost, resolve: end } = deferred();
  const { unsubscribe } = client.live.changes.subscribe(
    { lastEventId },
    {
      onData: ({ data }) => onChange(data),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'connecting' && error) end();
      },
      onError: end,
      onComplete: end,
    },
  );
  signal.addEventListener('abort', end, { once: true });
  return lost.finally(() => {
    signal.removeEventListener('abort', end);
    unsubscribe();
  });
};
