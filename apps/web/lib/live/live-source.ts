import type { AppRouter } from '@esteira/server/router';
import { createTRPCClient, httpSubscriptionLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import { statusOf } from '../forms/problem';
import type { OpenStream } from './live-follower';

/**
 * Streams of one session. The browser's own EventSource sends no headers, and a token in the URL would end in
 * logs: a ponyfill over `fetch` does. A client of its own keeps all this out of what /login downloads.
 */
export function createLiveSource(token: string): OpenStream {
  const client = createTRPCClient<AppRouter>({
    links: [
      httpSubscriptionLink({
        url: '/trpc',
        EventSource,
        eventSourceOptions: {
          fetch: (url, init) =>
            fetch(url, {
              ...init,
              headers: { ...init.headers, authorization: `Bearer ${token}`, 'x-esteira-fundo': '1' },
            }),
        },
      }),
    ],
  });

  // A stream that falters is given up: when to try again is the follower's to say, not the ponyfill's.
  return (lastEventId, { onOpen, onChange, onLost }) => {
    const subscription = client.live.changes.subscribe(
      { lastEventId },
      {
        onStarted: onOpen,
        onData: ({ data }) => onChange(data),
        onConnectionStateChange: ({ state, error }) => {
          if (state === 'connecting' && error) onLost(false);
        },
        onError: (error) => onLost(statusOf(error) === 401),
        onComplete: () => onLost(false),
      },
    );
    return () => subscription.unsubscribe();
  };
}
