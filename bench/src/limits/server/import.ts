import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type postgres from 'postgres';
import { LOW_STOCK } from '../schema';
import { toProductLine } from './product-lines';

/** Index of the reason in @esteira/domain's STOCK_REASONS. */
const IMPORTED = 2;

interface Importing {
  seller: string;
  nextId: () => number;
}

interface Imported {
  produtos_criados: number;
}

/** Reads a file while it comes and copies its products, then their first movements, into one transaction. */
export function importProducts(
  sql: postgres.Sql,
  body: NodeJS.ReadableStream,
  importing: Importing,
): Promise<Imported> {
  return sql.begin(async (tx) => {
    const movements: string[] = [];
    const copied = await copyProducts(await tx`COPY produtos FROM STDIN`.writable(), body, {
      ...importing,
      movements,
    });
    const ledger = await tx`COPY movimentos FROM STDIN`.writable();
    for (const batch of movements) if (!ledger.write(batch)) await once(ledger, 'drain');
    ledger.end();
    await finished(ledger);
    await tx`
      INSERT INTO resumo AS r VALUES (0, 0, ${importing.seller}::int4, 0, 0, ${copied.low}::int4, 0, 0, 0)
      ON CONFLICT (vendedor, mes, marketplace, parte) DO UPDATE SET baixos = r.baixos + excluded.baixos`;
    return { produtos_criados: copied.count };
  });
}

type Target = Awaited<ReturnType<ReturnType<postgres.TransactionSql>['writable']>>;

/** Leaves the lines of the movements in `movements`: a COPY has its connection for itself. */
async function copyProducts(
  target: Target,
  body: NodeJS.ReadableStream,
  { seller, nextId, movements }: Importing & { movements: string[] },
): Promise<{ count: number; low: number }> {
  let [count, low, rows, moved] = [0, 0, '', ''];
  const send = async () => {
    movements.push(moved);
    const isFull = !target.write(rows);
    [rows, moved] = ['', ''];
    if (isFull) await once(target, 'drain');
  };
  for await (const lines of dataLines(body)) {
    for (const line of lines) {
      const id = nextId();
      const { text, stock } = toProductLine(line, id, seller);
      rows += text;
      if (stock > 0) moved += `${id}\t${id}\t\\N\t${seller}\t${stock}\t${IMPORTED}\n`;
      if (stock < LOW_STOCK) low += 1;
    }
    count += lines.length;
    await send();
  }
  target.end();
  await finished(target);
  return { count, low };
}

/** The lines behind the first, as many at once as came together. */
async function* dataLines(body: NodeJS.ReadableStream): AsyncGenerator<string[]> {
  let rest = '';
  let isHead = true;
  for await (const chunk of body.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield isHead ? lines.slice(1) : lines;
    isHead = isHead && lines.length === 0;
  }
  if (rest !== '' && !isHead) yield [rest];
}
