import { setTimeout as wait } from 'node:timers/promises';
import type { StatementRunner } from '../statements';
import type { Connection } from './connection';
import { isConnectionRefusal } from './outage';
import { createPoolGate } from './pool-gate';

/** Connections that each run one statement or one transaction at a time; see `openPool`. */
export interface Pool extends StatementRunner {
  /** See `OpenDatabase.script`. */
  script(statements: string): Promise<Record<string, unknown>[]>;
  /** How many connections are in use, and how many callers wait for one. */
  count(): { busy: number; waiting: number };
  /** Lets what runs end, for at most five seconds; what comes later is refused. */
  close(): Promise<void>;
}

interface PoolOptions {
  connect: () => Connection;
  maxConnections: number;
  /** How long a caller waits for a free connection; then it is refused with `PoolBusyError`. */
  maxWaitMs: number;
}

const CLOSE_SECONDS = 5;
/** After this a connection is replaced by a new one, as the driver's own pool does. */
const MAX_AGE_MS = 45 * 60_000;

/** A pool that connects as it is used, and again after connections were lost. */
export function openPool({ connect, maxConnections, maxWaitMs }: PoolOptions): Pool {
  const gate = createPoolGate({ places: maxConnections, maxWaitMs, isEverybodys: isConnectionRefusal });
  const open = new Set<Connection>();
  const idle: PooledConnection[] = [];
  const running = new Set<Promise<unknown>>();
  let isClosed = false;

  function take(): PooledConnection {
    if (isClosed) throw Object.assign(new Error('The pool is closed.'), { code: 'CONNECTION_ENDED' });
    for (let found = idle.pop(); found !== undefined; found = idle.pop()) {
      if (!found.connection.isLost) return found;
      open.delete(found.connection);
    }
    const connection = connect();
    open.add(connection);
    return { connection, since: performance.now() };
  }

  function giveBack(pooled: PooledConnection): void {
    const { connection, since } = pooled;
    if (performance.now() - since > MAX_AGE_MS) void connection.close(CLOSE_SECONDS);
    if (connection.isLost) open.delete(connection);
    else idle.push(pooled);
  }

  async function withConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const pooled = take();
    const result = work(pooled.connection);
    running.add(result);
    try {
      return await result;
    } finally {
      running.delete(result);
      giveBack(pooled);
    }
  }

  const enter = <T>(work: (connection: Connection) => Promise<T>) => gate.run(() => withConnection(work));
  return {
    run: (statement) => enter(({ run }) => run(statement)),
    transaction: (work) => enter((connection) => connection.transaction(work)),
    script: (statements) => enter((connection) => connection.script(statements)),
    count: gate.count,
    async close() {
      isClosed = true;
      const deadline = new AbortController();
      const late = wait(CLOSE_SECONDS * 1000, undefined, { signal: deadline.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(running), late]);
      deadline.abort();
      const isIdle = new Set(idle.map(({ connection }) => connection));
      await Promise.all([...open].map((each) => each.close(isIdle.has(each) ? CLOSE_SECONDS : 0)));
    },
  };
}

interface PooledConnection {
  connection: Connection;
  since: number;
}
