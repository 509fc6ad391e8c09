import type { Database } from '@esteira/db/database';
import { formatMoment } from '@esteira/domain/calendar';
import type { ZipEntry } from '../../../core/files/zip-stream';
import { writeCsv } from '../../../core/tables/csv-table';
import { inSteps } from '../../../core/time/in-steps';
import { ARCHIVED_TABLES, type ArchivedTable } from './archived-tables';
import { type ArchivedRow, readTable, toSheet } from './read-table';

interface Archive {
  db: Database;
  usuarioId: string;
  now: Date;
  /** Fails once the seller may not go on reading. Asked before each file. */
  admit: () => Promise<void>;
}

/** The files of a seller's own data: every table once as JSON and once as CSV, and what each of them is. */
export function listEntries(archive: Archive): ZipEntry[] {
  return [
    { path: 'LEIA-ME.txt', content: describeFiles(archive.now) },
    ...ARCHIVED_TABLES.flatMap((table) => [
      { path: `json/${table.name}.json`, content: admitted(archive, toJson(readPages(archive, table))) },
      {
        path: `csv/${table.name}.csv`,
        content: admitted(archive, writeCsv(toSheet(table, readPages(archive, table)))),
      },
    ]),
  ];
}

const readPages = ({ db, usuarioId }: Archive, table: ArchivedTable) => readTable(db, usuarioId, table);

async function* admitted({ admit }: Archive, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  await admit();
  yield* pieces;
}

/** One array, a line for each row. */
async function* toJson(pages: AsyncIterable<ArchivedRow[]>): AsyncIterable<string> {
  let before = '[\n';
  for await (const page of pages) {
    for await (const rows of inSteps(page)) {
      yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
      before = ',\n';
    }
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

function describeFiles(now: Date): string {
  const width = Math.max(...ARCHIVED_TABLES.map(({ name }) => name.length));
  const lines = [
    'SEUS DADOS NA ESTEIRA',
    `Baixados em ${formatMoment(now)} (horário de Brasília)`,
    '',
    'Cada assunto está em dois arquivos com o mesmo conteúdo:',
    '  json/  para outros programas: valores em reais, datas em UTC (ISO 8601)',
    '  csv/   para abrir no Excel: separado por ponto e vírgula, valores com vírgula, datas no horário de Brasília',
    '',
    'O que há em cada um:',
    ...ARCHIVED_TABLES.map(({ name, what }) => `  ${name.padEnd(width)}  ${what}`),
    '',
    'Um pedido se liga ao seu histórico, envio e notas por pedido_id, e ao produto e ao fornecedor por produto_id e',
    'fornecedor_id. Quem comprou não aparece mais nos pedidos em que os dados do comprador já foram apagados.',
    '',
    'Não estão aqui senhas, tokens e chaves: ninguém pode vê-los, nem você. Os arquivos foram lidos um depois do',
    'outro; o que mudou durante o download pode aparecer em um e em outro não.',
    '',
  ];
  return lines.join('\r\n');
}
