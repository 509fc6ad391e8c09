// A primary and its streaming replica, with --pooler a PgBouncer before them, for tests and benchmarks that take one of them away.
// Prints their URLs as a line of JSON, then does what each line of its input says and prints when it is done; ends,
// and removes everything, with its input.
//
//   kill primary | kill replica   as a machine that loses its power
//   restart primary               on what the kill has left
//   promote                       makes the replica the primary
//   point replica                 lets PgBouncer use it from now on
//
// With --alone there is no replica. With --synchronous a commit is acknowledged once the replica has it too. With --throwaway nothing waits for a disk.
// Each --setting=name=value is one of postgresql.conf on both.
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { startPgBouncer } from './pgbouncer.mjs';
import { startPostgres, startReplica, THROWAWAY } from './postgres.mjs';
import { withServers } from './server-programs.mjs';

const { values } = parseArgs({
  options: {
    alone: { type: 'boolean', default: false },
    pooler: { type: 'boolean', default: false },
    synchronous: { type: 'boolean', default: false },
    throwaway: { type: 'boolean', default: false },
    setting: { type: 'string', multiple: true, default: [] },
  },
});

async function startCluster() {
  // An acknowledged commit must have been written, else it is unknown how far the log is.
  const base = values.throwaway ? { ...THROWAWAY, synchronous_commit: 'on' } : {};
  for (const setting of values.setting) {
    const at = setting.indexOf('=');
    base[setting.slice(0, at)] = setting.slice(at + 1);
  }
  const primary = await startPostgres({ settings: base });
  const started = [primary];
  const stop = async () => {
    for (const each of started.toReversed()) await each.stop();
  };
  try {
    const replica = values.alone ? null : await startReplica(primary, { settings: base });
    if (replica !== null) started.push(replica);
    if (values.synchronous) {
      primary.set('synchronous_standby_names', 'replica');
      primary.set('synchronous_commit', 'remote_apply');
    }
    const pooler = values.pooler ? await startPgBouncer(primary.port) : null;
    if (pooler !== null) started.push(pooler);
    return { primary, replica, pooler, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DOINGS = {
  'kill primary': ({ primary }) => primary.kill(),
  'restart primary': ({ primary }) => primary.restart(),
  'kill replica': ({ replica }) => replica.kill(),
  promote: ({ replica }) => replica.promote(),
  'point replica': ({ pooler, replica }) => pooler.point(replica.port),
};

await withServers(startCluster, async (cluster) => {
  const { primary, replica, pooler } = cluster;
  console.log(
    JSON.stringify({
      primary: primary.url,
      replica: replica?.url ?? null,
      pooler: pooler?.url ?? null,
      poolerPid: pooler?.pid ?? null,
    }),
  );
  for await (const line of createInterface({ input: process.stdin })) {
    await DOINGS[line](cluster);
    console.log(line);
  }
});
