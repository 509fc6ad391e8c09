import type { LiveChange } from '@esteira/validators/live';

interface StreamEvents {
  onOpen: () => void;
  onChange: (change: LiveChange) => void;
  /** It ended or failed. `refused`: the server no longer takes the token. */
  onLost: (refused: boolean) => void;
}

/** Opens one stream, from where an earlier one was lost; returns what closes it. */
export type OpenStream = (lastEventId: string | null, events: StreamEvents) => () => void;

interface FollowOptions {
  open: OpenStream;
  /** Every change once, however often the server repeats it after a lost connection. */
  onChange: (change: LiveChange) => void;
  /** false after ten seconds without a connection, true when there is one. */
  onConnection: (connected: boolean) => void;
  onRefused: () => void;
  /** Whether the stream stays open while the page is hidden. */
  staysOpen: () => boolean;
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;
/** A connection that held this long was a good one: the next wait is short again. */
const STEADY_MS = 5000;
const CONNECT_MS = 20_000;
const TELL_AFTER_MS = 10_000;
/** Browsers open six connections to one server: forgotten tabs must not take them all. */
const HIDDEN_MS = 10_000;
const REMEMBERED = 1000;

/** Keeps one stream of changes open, again and again, and resumes what was missed. Returns what ends it. */
export function followChanges(options: FollowOptions): () => void {
  const follower = new Follower(options);
  follower.start();
  return () => follower.stop();
}

class Follower {
  private readonly seen = new Set<string>();
  private cursor: string | null = null;
  private closeStream: (() => void) | null = null;
  private openedAt: number | null = null;
  private failures = 0;
  private readonly timers: Record<'retry' | 'connect' | 'tell' | 'hide', number | undefined> = {
    retry: undefined,
    connect: undefined,
    tell: undefined,
    hide: undefined,
  };

  constructor(private readonly options: FollowOptions) {}

  start() {
    window.addEventListener('online', this.retryNow);
    document.addEventListener('visibilitychange', this.followVisibility);
    if (document.visibilityState !== 'hidden') this.connect();
  }

  stop() {
    window.removeEventListener('online', this.retryNow);
    document.removeEventListener('visibilitychange', this.followVisibility);
    for (const name of ['retry', 'connect', 'tell', 'hide'] as const) this.clear(name);
    this.close();
  }

  private connect() {
    this.clear('retry');
    this.close();
    this.timers.tell ??= window.setTimeout(() => this.options.onConnection(false), TELL_AFTER_MS);
    // What a closed stream still says is not listened to.
    const current: { close?: () => void; over?: boolean } = {};
    const lost = (refused: boolean) => {
      if (!current.over) this.lose(refused);
    };
    this.closeStream = () => {
      current.over = true;
      current.close?.();
    };
    this.timers.connect = window.setTimeout(() => lost(false), CONNECT_MS);
    current.close = this.options.open(this.cursor, {
      onOpen: () => current.over || this.opened(),
      onChange: (change) => current.over || this.receive(change),
      onLost: lost,
    });
    if (current.over) current.close();
  }

  private opened() {
    this.clear('connect');
    this.clear('tell');
    this.openedAt = Date.now();
    this.options.onConnection(true);
  }

  private receive(change: LiveChange) {
    this.cursor = change.id;
    if (this.seen.has(change.id)) return;
    this.seen.add(change.id);
    const [oldest] = this.seen;
    if (this.seen.size > REMEMBERED && oldest !== undefined) this.seen.delete(oldest);
    this.options.onChange(change);
  }

  private lose(refused: boolean) {
    if (this.openedAt !== null && Date.now() - this.openedAt >= STEADY_MS) this.failures = 0;
    this.close();
    if (refused) {
      this.stop();
      this.options.onRefused();
      return;
    }
    const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.failures);
    this.failures += 1;
    // Spread out: a server that restarts is not stormed by everybody in the same moment.
    this.timers.retry = window.setTimeout(() => this.connect(), longest * (0.5 + Math.random() / 2));
    this.timers.tell ??= window.setTimeout(() => this.options.onConnection(false), TELL_AFTER_MS);
  }

  private close() {
    this.clear('connect');
    this.openedAt = null;
    this.closeStream?.();
    this.closeStream = null;
  }

  private readonly retryNow = () => {
    if (this.closeStream !== null || document.visibilityState === 'hidden') return;
    this.failures = 0;
    this.connect();
  };

  private readonly followVisibility = () => {
    this.clear('hide');
    if (document.visibilityState === 'hidden') {
      this.timers.hide = window.setTimeout(() => this.rest(), HIDDEN_MS);
    } else {
      this.retryNow();
    }
  };

  private rest() {
    if (this.options.staysOpen()) {
      this.timers.hide = window.setTimeout(() => this.rest(), HIDDEN_MS);
      return;
    }
    this.clear('retry');
    this.clear('tell');
    this.close();
  }

  private clear(timer: keyof Follower['timers']) {
    window.clearTimeout(this.timers[timer]);
    this.timers[timer] = undefined;
  }
}
