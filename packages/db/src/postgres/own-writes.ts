import type { Notice } from 'postgres';

/** SQLSTATE of what triggers say to the connection that writes: a channel, and what it will tell at the commit. */
const OWN_WRITE = 'EST01';

/** Hears, before a transaction of this process commits, what its commit will tell. */
export interface OwnWrites {
  /** For the driver: takes what PostgreSQL says beside its answers. */
  hear: (notice: Notice) => void;
  /** Calls `onMessage` for every message of this channel. */
  follow: (channel: string, onMessage: (message: string) => void) => void;
}

export function createOwnWrites(): OwnWrites {
  const followers = new Map<string, ((message: string) => void)[]>();
  return {
    hear({ code, message = '' }) {
      if (code !== OWN_WRITE) return;
      const [channel = '', told = ''] = message.split(' ');
      for (const onMessage of followers.get(channel) ?? []) onMessage(told);
    },
    follow(channel, onMessage) {
      followers.set(channel, [...(followers.get(channel) ?? []), onMessage]);
    },
  };
}
