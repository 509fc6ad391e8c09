import { stat } from 'node:fs/promises';
import { checkBackup, restoreBackup } from '@esteira/db/backup/restore';
import { JOB_KINDS, jobKinds } from '../core/job-kinds';
import { JOB_EXPIRE_MS } from '../core/time/deadline';
import { readEnvironment } from '../env/env';
import { openBoss } from '../jobs/boss';
import { createBossQueue } from '../jobs/boss-queue';
import { migrationsFolder } from '../paths';
import { openDatabase, stopWithoutLock } from '../startup/open-database';
import { StartError, startFailure } from '../startup/start-error';

/** `restore <file>`: fills an empty database from a backup. */
async function main(): Promise<void> {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || rest.length > 0) throw new StartError('Usage: npm run restore -- <file>');
  if (!(await stat(file).catch(() => null))) throw new StartError(`There is no file ${file}.`);
  const { tabelas } = await checkBackup(file, migrationsFolder);
  const database = await openDatabase(readEnvironment(), stopWithoutLock);
  try {
    const hasJobs = tabelas.some(({ nome }) => nome === 'pgboss.job');
    const queue = hasJobs ? createBossQueue(await openBoss(database, bossOptions)) : null;
    const { rows } = await restoreBackup(database.db, file, async (tx, { name, data, start_after }) => {
      const kind = jobKinds.find((known) => known === name);
      if (kind === undefined || queue === null) return;
      const parsed = JOB_KINDS[kind].data.parse(data);
      await queue.send(tx, kind, parsed as never, { runAt: new Date(start_after) });
    });
    console.log(`${rows} rows were restored.`);
  } finally {
    await database.close();
  }
}

const bossOptions = { expireSeconds: JOB_EXPIRE_MS / 1000, crashes: 20 };

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(startFailure(error));
    process.exit(1);
  },
);
