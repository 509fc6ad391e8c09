import { Readable } from 'node:stream';
import type { KeyScope } from '@esteira/domain/accounts/api-keys';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../context';
import { AppError } from '../errors';
import { createSellerSemaphore } from '../limits/semaphore';
import { parseQuery } from '../parse-query';
import { type Context, createContext } from '../request-context';
import { refuseUnlessAdmin } from '../security/session-user';
import { writeCsv } from './csv-table';
import type { Table } from './table';
import { writeXlsx } from './xlsx-table';

/** How many exports a seller may have on the way; each holds a page of rows. */
const MAX_AT_ONCE = 3;

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: writeCsv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: writeXlsx },
};

interface Export<Input extends z.ZodType, Row> {
  /** Of the address, `/exportar/<name>.csv` and `.xlsx`. */
  name: string;
  /** The filters, as the list takes them. */
  input: Input;
  /** API keys with one of these may have it; else it is for the owner of the shop, or for admins. */
  scopes: readonly KeyScope[] | 'owner' | 'admins';
  /** Of how many orders a page of rows hands the buyers out; absent: of none. */
  countBuyers?: (page: readonly Row[]) => number;
  /** Fails before the first row when there are too many. */
  toTable: (deps: Deps, usuarioId: string, input: z.output<Input>) => Promise<Table<Row>>;
}

/**
 * GET /exportar/<name>.csv and .xlsx: a list as a file, streamed. It reads no faster than the client takes it, and a
 * client that goes away ends it. No procedure, because it answers no JSON; its rights are those of one.
 */
export function registerExport<Input extends z.ZodType, Row>(
  api: FastifyInstance,
  deps: Deps,
  { name, input, scopes, countBuyers, toTable }: Export<Input, Row>,
): void {
  const semaphore = createSellerSemaphore(
    MAX_AT_ONCE,
    'Muitas exportações ao mesmo tempo. Aguarde as anteriores terminarem.',
  );
  for (const format of ['csv', 'xlsx'] as const) {
    // Without HEAD, which would write the whole file and discard it.
    api.get(`/exportar/${name}.${format}`, { exposeHeadRoute: false }, async (request, reply) => {
      const ctx = createContext(deps, request);
      const usuarioId = await admit(ctx, scopes);
      const filters = parseQuery(input, request.query);
      const release = semaphore.take(usuarioId);
      try {
        const table = await toTable(deps, usuarioId, filters);
        const comBusca = Boolean((filters as { busca?: unknown }).busca);
        const pages = countRows(table.pages, {
          onPage: async (page) => ctx.countBuyersRead(countBuyers?.(page) ?? 0),
          onEnd: (quantidade) => ctx.record({ ato: 'exportacao', alvo: name, comBusca, quantidade }),
        });
        return sendTable(reply, { format, table: { ...table, pages }, release });
      } catch (error) {
        release();
        throw error;
      }
    });
  }
}

async function admit(ctx: Context, scopes: Export<z.ZodType, unknown>['scopes']): Promise<string> {
  if (scopes === 'owner') return (await ctx.owner()).id;
  if (scopes !== 'admins') return (await ctx.shopWithin(scopes)).seller.id;
  const { person } = await ctx.signedIn();
  await refuseUnlessAdmin(ctx.deps, person);
  return person.id;
}

/** Tells how many rows were read, before the last of them leave or when the client goes away. */
async function* countRows<Row>(
  pages: AsyncIterable<readonly Row[]>,
  told: { onPage: (page: readonly Row[]) => Promise<void>; onEnd: (rows: number) => Promise<void> },
): AsyncIterable<readonly Row[]> {
  let rows = 0;
  try {
    for await (const page of pages) {
      rows += page.length;
      await told.onPage(page);
      yield page;
    }
  } finally {
    await told.onEnd(rows);
  }
}

interface Sent<Row> {
  format: keyof typeof FORMATS;
  table: Table<Row>;
  release: () => void;
}

/** Answers with the table as a file; `release` is called once, however it ends. */
export function sendTable<Row>(reply: FastifyReply, { format, table, release }: Sent<Row>) {
  const { type, write } = FORMATS[format];
  const body = Readable.from(write(table), { objectMode: false });
  // However it ends: sent, failed, or given up by the client.
  body.once('close', release);
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${table.name}.${format}"`)
    .send(body);
}

/** The refusal of a table with more records than are written, which the text calls so. */
export function tooManyRows(most: number, records: 'pedidos' | 'produtos' | 'atividades'): AppError {
  const limit = most.toLocaleString('pt-BR');
  return new AppError(
    'invalid',
    `A exportação passaria de ${limit} ${records}. Use os filtros e exporte por partes.`,
  );
}
