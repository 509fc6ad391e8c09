import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '@esteira/config/vitest/random';
import { findContradictions } from '@esteira/db/testing/contradictions';
import { writeBackupResults } from '../harness/results-file';
import { count, table } from '../harness/table';
import { startVictim } from '../kill/victim';
import type { SeededSeller } from '../kill/writes/actor';
import { createEmbeddedPlace } from '../kill/writes/embedded-place';
import { fill } from '../kill/writes/fill';
import type { Place } from '../kill/writes/place';
import { createPostgresPlace } from '../kill/writes/postgres-place';
import { createActors } from '../kill/writes/run';
import { machine } from '../whole/report-parts';
import { compareRows, findChanged, findMissing, readBackupFile, readTables } from './rows';
import { runCommand, type TakenBackup, takeUnderLoad } from './under-load';

/** What came of one backup and of the databases that it was restored into. */
interface Tried {
  from: Place['kind'];
  taken: TakenBackup;
  rows: number;
  restored: { into: Place['kind']; seconds: number; differences: string[] }[];
  problems: string[];
}

/** The others are counted. */
const MAX_NAMED = 40;
const KINDS = ['embedded', 'postgres'] as const;

async function main(): Promise<void> {
  const server = process.env['BENCH_DATABASE_URL'];
  if (server === undefined)
    throw new Error('BENCH_DATABASE_URL is missing: start this with `npm run bench:backup`.');
  const { values } = parseArgs({ options: { sales: { type: 'string', default: '300' } } });
  const folder = await mkdtemp(join(tmpdir(), 'esteira-backup-'));
  try {
    const tried: Tried[] = [];
    for (const from of KINDS)
      tried.push(await tryBackup({ server, folder, from, sales: Number(values.sales) }));
    const text = await describe(server, tried);
    console.log(text);
    await writeBackupResults(text);
    const isWrong = tried.some(
      ({ problems, restored }) =>
        problems.length > 0 || restored.some(({ differences }) => differences.length > 0),
    );
    if (isWrong) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const open = (kind: Place['kind'], server: string) =>
  kind === 'embedded' ? createEmbeddedPlace() : createPostgresPlace(server, false);

interface Options {
  server: string;
  folder: string;
  from: Place['kind'];
  /** How many sales are answered before the backup is begun. */
  sales: number;
}

/** Takes a backup while much is written, and restores it into an empty database of either kind. */
async function tryBackup({ server, folder, from, sales }: Options): Promise<Tried> {
  const file = join(folder, `${from}.gz`);
  const place = await open(from, server);
  try {
    const sellers = await fill(place);
    const taken = await takeFrom(place, { sellers, file, sales });
    const lines = await readBackupFile(file);
    const problems = [
      ...findMissing(lines, taken),
      // What is only ever added to is in the database still, as it is in the backup.
      ...(await place.read((db) => findChanged(db, lines, ['movimentos_estoque', 'eventos_pedido']))),
    ];
    const restored: Tried['restored'] = [];
    for (const into of KINDS) restored.push(await restoreInto(into, { server, file, lines, sellers }));
    const rows = [...lines.values()].reduce((sum, table_) => sum + table_.length, 0);
    return { from, taken, rows, restored, problems };
  } finally {
    await place.close();
  }
}

async function takeFrom(
  place: Place,
  { sellers, file, sales }: { sellers: readonly SeededSeller[]; file: string; sales: number },
): Promise<TakenBackup> {
  const server = await startVictim(place.env(), 0);
  const random = seededRandom();
  const parts = ['imports', 'bulk'] as const;
  const actors = sellers.flatMap((seller) => createActors({ parts, random, tally: () => undefined }, seller));
  try {
    return await takeUnderLoad({ url: server.url, env: place.env(), sellers, actors, file, sales });
  } finally {
    await server.kill();
  }
}

interface Restore {
  server: string;
  file: string;
  lines: ReadonlyMap<string, readonly string[]>;
  sellers: readonly SeededSeller[];
}

async function restoreInto(into: Place['kind'], { server, file, lines, sellers }: Restore) {
  const place = await open(into, server);
  try {
    const startedAt = performance.now();
    await runCommand('restore', file, place.env());
    const seconds = (performance.now() - startedAt) / 1000;
    const differences = await place.read(async (db) => {
      const found = await compareRows(db, lines, await readTables(db));
      for (const { id } of sellers) found.push(...(await findContradictions(db, id)));
      return found;
    });
    return { into, seconds, differences };
  } finally {
    await place.close();
  }
}

async function describe(server: string, tried: readonly Tried[]): Promise<string> {
  const problems = tried.flatMap(({ from, problems: found, restored }) => [
    ...found.map((problem) => `${from}: ${problem}`),
    ...restored.flatMap(({ into, differences }) =>
      differences.map((difference) => `${from} into ${into}: ${difference}`),
    ),
  ]);
  return [
    `Written by \`npm run bench:backup\`. ${await machine(server)}`,
    'Backups taken while three sellers sell, import and change in bulk, then restored into empty databases of either kind. Every sale that was answered before the backup was begun has to be in it, none that was asked for after its end, and the restored database has to hold its rows, table by table and row by row.',
    table(
      [
        'taken from',
        'rows',
        'seconds',
        'sales before',
        'sales meanwhile',
        'longest sale meanwhile',
        'restored into',
        'seconds',
        'rows that differ',
      ],
      tried.flatMap(({ from, rows, taken, restored }) =>
        restored.map(({ into, seconds, differences }) => [
          from,
          count(rows),
          taken.seconds.toFixed(1),
          count(taken.before.length),
          count(taken.meanwhile),
          `${count(taken.longestMs)} ms`,
          into,
          seconds.toFixed(1),
          count(differences.length),
        ]),
      ),
    ),
    `Contradictions: ${
      problems.length === 0
        ? 'none.'
        : problems
            .slice(0, MAX_NAMED)
            .map((problem) => `\n- ${problem}`)
            .join('')
    }`,
  ].join('\n\n');
}

await main();
