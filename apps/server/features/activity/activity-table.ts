import type { Database } from '@esteira/db/database';
import { activities } from '@esteira/db/schema/accounts/activities';
import { describeActivity } from '@esteira/domain/accounts/activity';
import { toDay } from '@esteira/domain/calendar';
import { type ActivityEntry, activityExportInput } from '@esteira/validators/accounts/activity';
import type { SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../core/context';
import { registerExport, tooManyRows } from '../../core/tables/export-route';
import { type Column, MAX_TABLE_ROWS, TABLE_PAGE, type Table } from '../../core/tables/table';
import { listActivity, whereAnywhere, whereInShop } from './service';

/** GET /exportar/atividade.csv and .xlsx for owners, and /exportar/atividade-geral over all shops for admins. */
export function registerActivityExports(api: FastifyInstance, deps: Deps): void {
  registerExport(api, deps, {
    ...{ name: 'atividade', input: activityExportInput, scopes: 'owner' },
    toTable: async (deps, usuarioId, filter) =>
      toTable(deps, 'atividade', await whereInShop(deps.db, usuarioId, filter)),
  });
  registerExport(api, deps, {
    ...{ name: 'atividade-geral', input: activityExportInput, scopes: 'admins' },
    toTable: async (deps, _adminId, filter) => toTable(deps, 'atividade-geral', whereAnywhere(filter)),
  });
}

async function toTable(
  { db, clock }: Deps,
  name: string,
  where: SQL | undefined,
): Promise<Table<ActivityEntry>> {
  const rows = db.select({ id: activities.id }).from(activities).where(where);
  const found = await db.$count(rows.limit(MAX_TABLE_ROWS + 1).as('contados'));
  if (found > MAX_TABLE_ROWS) throw tooManyRows(MAX_TABLE_ROWS, 'atividades');
  return {
    name: `${name}-${toDay(clock())}`,
    columns: ACTIVITY_COLUMNS,
    pages: readActivity(db, where),
  };
}

const RESULTS = { ok: 'Feito', negado: 'Negado', falhou: 'Falhou' } as const;

export const ACTIVITY_COLUMNS: Column<ActivityEntry>[] = [
  { name: 'Quando', kind: 'moment', width: 17, read: ({ em }) => em },
  { name: 'O que', kind: 'text', width: 44, read: describeActivity },
  { name: 'Resultado', kind: 'text', width: 10, read: ({ resultado }) => RESULTS[resultado] },
  { name: 'Pessoa', kind: 'text', width: 28, read: (entry) => entry.autor_nome },
  { name: 'Chave de API', kind: 'text', width: 20, read: (entry) => entry.chave_nome },
  { name: 'Loja', kind: 'text', width: 28, read: (entry) => entry.loja_nome },
  { name: 'Alvo', kind: 'code', width: 38, read: ({ alvo }) => alvo },
  { name: 'Quantidade', kind: 'units', width: 11, read: ({ quantidade }) => quantidade },
  { name: 'Rede', kind: 'code', width: 18, read: ({ ip }) => ip },
  { name: 'Aparelho', kind: 'text', width: 24, read: ({ dispositivo }) => dispositivo },
];

/** What was done, newest first, a page of rows at a time. */
export async function* readActivity(db: Database, where: SQL | undefined): AsyncIterable<ActivityEntry[]> {
  let cursor: string | undefined;
  do {
    const from = { cursor, limite: TABLE_PAGE };
    const page = await listActivity(db, where, from);
    if (page.itens.length > 0) yield page.itens;
    cursor = page.proximo_cursor ?? undefined;
  } while (cursor !== undefined);
}
