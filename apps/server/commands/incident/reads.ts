import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Database } from '@esteira/db/database';
import { activities } from '@esteira/db/schema/accounts/activities';
import { buyersRead } from '@esteira/db/schema/accounts/buyers-read';
import { users } from '@esteira/db/schema/accounts/users';
import { type Activity, describeActivity } from '@esteira/domain/accounts/activity';
import { HOUR_MS } from '@esteira/domain/durations';
import { countText } from '@esteira/domain/text/count-text';
import { instant } from '@esteira/validators/wire/instant';
import { email } from '@esteira/validators/wire/text';
import { and, asc, desc, eq, gt, gte, inArray, lt, min, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { writeCsv } from '../../core/tables/csv-table';
import { ACTIVITY_COLUMNS, readActivity } from '../../features/activity/activity-table';

/** From one moment up to another, as `YYYY-MM-DDTHH:MM:SSZ`; of one seller or of all. */
const options = z
  .object({ from: instant, to: instant, seller: email.optional(), file: z.array(z.string().min(1)) })
  .refine(({ from, to }) => from < to);

export type ReadOptions = z.output<typeof options>;

interface Span {
  from: string;
  to: string;
  /** Null: all sellers. */
  usuarioId: string | null;
}

interface Read {
  usage: string;
  /** How many files it names. */
  files: number;
  /** Answers what the operator reads. */
  run: (db: Database, span: Span, file: string) => Promise<string[]>;
}

const SPAN = '--from T --to T [--seller EMAIL]';

/** What an operator looks up after an incident, by the verb of `npm run incident`. */
export const READS: Readonly<Record<string, Read>> = {
  'who-read': { usage: SPAN, files: 0, run: tellWhoRead },
  'export-activity': { usage: `${SPAN} FILE`, files: 1, run: exportActivity },
};

export const READ_USAGE = [
  ...Object.entries(READS).map(([verb, { usage }]) => `       npm run incident -- ${verb} ${usage}`),
  'T is a moment in UTC, as 2026-11-27T09:00:00Z.',
];

/** The options of a verb; null where something is missing, unknown or no moment. */
export function parseReadOptions({ files }: Read, args: string[]): ReadOptions | null {
  const text = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { from: text, to: text, seller: text },
    });
    const parsed = options.safeParse({ ...values, file: positionals });
    return parsed.success && positionals.length === files ? parsed.data : null;
  } catch {
    return null;
  }
}

/** More are no list that somebody reads; of exports `export-activity` writes all into a file. */
const MAX_LINES = 1_000;

const HANDING_OUT: Activity[] = [
  'exportacao',
  'dados_baixados',
  'etiquetas',
  'lista_baixada',
  'pagina_criada',
  'pagina_aberta',
];

const shops = alias(users, 'loja');

async function tellWhoRead(db: Database, span: Span): Promise<string[]> {
  const [readers, exports] = [await listReaders(db, span), await listExports(db, span)];
  const total = readers.reduce((all, { pedidos }) => all + Number(pedidos), 0);
  const untold = readers.length - MAX_LINES;
  return [
    `${countText(total, 'buyer was', 'buyers were')} handed out, counted by whole hours.`,
    ...readers.slice(0, MAX_LINES).map((row) => `  ${row.pedidos}  ${nameOf(row)}`),
    ...(untold > 0
      ? [`  and to ${countText(untold, 'further reader', 'further readers')}, none of whom had more.`]
      : []),
    `${exports.length > MAX_LINES ? `The first ${MAX_LINES}` : exports.length} exports, labels, purchase lists and supplier pages.`,
    ...exports
      .slice(0, MAX_LINES)
      .map((row) => `  ${row.em}  ${describeActivity(row)}  ${nameOf(row)}  ${row.ip}`),
    await tellStart(db),
  ];
}

const whose = { pessoa: users.email, loja: shops.email };

const nameOf = (row: { chave_nome: string | null; pessoa: string | null; loja: string | null }) =>
  `${row.chave_nome === null ? (row.pessoa ?? 'unknown') : `API key ${row.chave_nome}`}  shop of ${row.loja}`;

/** By person or key, who read most first. */
function listReaders(db: Database, { from, to, usuarioId }: Span) {
  const { usuario_id, autor_id, chave_nome, hora } = buyersRead;
  const firstHour = new Date(Date.parse(from) - HOUR_MS).toISOString();
  const pedidos = sum(buyersRead.pedidos);
  return db
    .select({ ...whose, chave_nome, pedidos })
    .from(buyersRead)
    .leftJoin(users, eq(users.id, autor_id))
    .leftJoin(shops, eq(shops.id, usuario_id))
    .where(and(gt(hora, firstHour), lt(hora, to), usuarioId === null ? undefined : eq(usuario_id, usuarioId)))
    .groupBy(usuario_id, autor_id, chave_nome, users.email, shops.email)
    .orderBy(desc(pedidos));
}

/** What handed many buyers out at once, oldest first. */
function listExports(db: Database, span: Span) {
  const { ato, alvo, quantidade, com_busca, ip, em, chave_nome } = activities;
  return db
    .select({ ...whose, ato, alvo, quantidade, com_busca, ip, em, chave_nome })
    .from(activities)
    .leftJoin(users, eq(users.id, activities.autor_id))
    .leftJoin(shops, eq(shops.id, activities.usuario_id))
    .where(and(isWithin(span), inArray(ato, HANDING_OUT)))
    .orderBy(asc(activities.id))
    .limit(MAX_LINES + 1);
}

const isWithin = ({ from, to, usuarioId }: Span) =>
  and(
    gte(activities.em, from),
    lt(activities.em, to),
    usuarioId === null ? undefined : eq(activities.usuario_id, usuarioId),
  );

/** Writes everything that was recorded into a new file, as CSV. */
async function exportActivity(db: Database, span: Span, file: string): Promise<string[]> {
  const rows = await db.$count(activities, isWithin(span));
  const pages = readActivity(db, isWithin(span));
  const table = writeCsv({ name: 'atividade', columns: ACTIVITY_COLUMNS, pages });
  await pipeline(
    Readable.from(table, { objectMode: false }),
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  );
  return [`${countText(rows, 'row', 'rows')} in ${file}.`, await tellStart(db)];
}

async function tellStart(db: Database): Promise<string> {
  const [first] = await db.select({ em: min(activities.em) }).from(activities);
  return first?.em ? `The log reaches back to ${first.em}.` : 'Nothing was recorded yet.';
}
