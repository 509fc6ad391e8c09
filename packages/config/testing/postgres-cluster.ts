import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('../../../scripts/cluster.mjs', import.meta.url));

/** A PostgreSQL with a streaming replica, each by its URL. */
export interface PostgresCluster {
  primary: string;
  /** Null where it was started alone, which has no use for it. */
  replica: string;
  /** Of a PgBouncer before them, where one was asked for. */
  pooler: string | null;
  /** Its process. */
  poolerPid: number | null;
  /** Kill as a machine that loses its power. */
  killPrimary(): Promise<void>;
  /** Resolves when it has recovered from the kill and takes connections. */
  restartPrimary(): Promise<void>;
  killReplica(): Promise<void>;
  promoteReplica(): Promise<void>;
  /** Lets PgBouncer use the replica. */
  pointPoolerToReplica(): Promise<void>;
  close(): Promise<void>;
}

interface ClusterOptions {
  /** Without a replica. */
  isAlone?: boolean;
  hasPooler?: boolean;
  /** A commit is acknowledged once the replica has it too. */
  isSynchronous?: boolean;
  /** Nothing waits for a disk. */
  isThrowaway?: boolean;
  /** Of postgresql.conf, on both. */
  settings?: Record<string, string>;
}

/** Starts one in processes of its own; `close` removes it. */
export async function startPostgresCluster({
  isAlone = false,
  hasPooler = false,
  isSynchronous = false,
  isThrowaway = false,
  settings = {},
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const flags = {
    '--alone': isAlone,
    '--pooler': hasPooler,
    '--synchronous': isSynchronous,
    '--throwaway': isThrowaway,
  };
  const set = Object.entries(settings).map(([name, value]) => `--setting=${name}=${value}`);
  const args = [...Object.entries(flags).flatMap(([flag, isSet]) => (isSet ? flag : [])), ...set];
  const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('The cluster ended by itself.');
    return String(value);
  };
  const order = async (line: string) => {
    child.stdin.write(`${line}\n`);
    await read();
  };
  return {
    ...(JSON.parse(await read()) as Pick<PostgresCluster, 'primary' | 'replica' | 'pooler' | 'poolerPid'>),
    killPrimary: () => order('kill primary'),
    restartPrimary: () => order('restart primary'),
    killReplica: () => order('kill replica'),
    promoteReplica: () => order('promote'),
    pointPoolerToReplica: () => order('point replica'),
    close: () => end(child),
  };
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.stdin?.end();
  });
}
