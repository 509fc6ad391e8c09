import type { Database } from '@esteira/db/database';
import { read } from '../caller';
import type { Random } from '../pick';
import type { Actor, SeededSeller, Tally } from './actor';
import { readRows } from './read-rows';
import { send } from './send';

const MIN_ROWS = 300;
const MORE_ROWS = 900;
const UNDO_SHARE = 0.4;

export interface ImportedFile {
  /** The first part of the SKUs of its products. */
  name: string;
  rows: number;
  /** Where the file is, or is not, once and for all; or what was cut off: an import, or its undo. */
  state: 'in' | 'out' | 'import cut off' | 'undo cut off';
  /** What takes the import back; null where its answer never came. */
  undoId: string | null;
}

interface NewImports {
  seller: SeededSeller;
  random: Random;
  tally: Tally;
}

/** Imports files with new products, one after the other, and takes some of them back. */
export function createNewImports({ seller, random, tally }: NewImports): Actor {
  const files: ImportedFile[] = [];
  let refusals: string[] = [];
  const note = (what: string) => refusals.push(`import: ${what}`);

  async function act(url: string): Promise<void> {
    const last = files.at(-1);
    if (last?.state === 'import cut off') return importFile(url, last);
    if (last?.state === 'undo cut off') return undo(url, last);
    if (last?.state === 'in' && last.undoId !== null && random() < UNDO_SHARE) return undo(url, last);
    const rows = MIN_ROWS + Math.floor(random() * MORE_ROWS);
    const file: ImportedFile = { name: `N${files.length}`, rows, state: 'import cut off', undoId: null };
    files.push(file);
    await importFile(url, file);
  }

  async function importFile(url: string, file: ImportedFile): Promise<void> {
    const sent = await send(url, 'api/produtos/importar-csv', { ...seller, csv: toCsv(file) });
    if (sent.kind === 'refused') note(sent.text);
    if (sent.kind !== 'done') return;
    const created = read(sent.data, 'produtos_criados');
    // A file whose answer never came may be in: then each of its SKUs is taken.
    if (created !== file.rows && created !== 0) note(`${created} of ${file.rows} were created`);
    file.state = 'in';
    file.undoId = created === 0 ? null : sent.headers.get('lote-alteracao');
    tally('imports', 'answered');
  }

  async function undo(url: string, file: ImportedFile): Promise<void> {
    file.state = 'undo cut off';
    const sent = await send(url, 'trpc/products.undoChange', { ...seller, body: { id: file.undoId } });
    if (sent.kind === 'refused') note(sent.text);
    if (sent.kind !== 'done') return;
    if (read(sent.data, 'desfeitos') !== file.rows) note(`undone: ${JSON.stringify(sent.data)}`);
    file.state = 'out';
    tally('imports', 'answered');
  }

  async function look(db: Database): Promise<string[]> {
    const products = await countByFile(db, countProducts(seller.id));
    const stagedRows = await countByFile(db, countStaged(seller.id));
    const problems = files.flatMap((file) => {
      const live = products.get(file.name) ?? 0;
      const staged = stagedRows.get(file.name) ?? 0;
      const outcome = checkFile(file, { live, staged });
      if (outcome === null)
        return [`${file.name}: ${file.state}, ${live} of ${file.rows} products, ${staged} staged`];
      if (outcome !== 'as told') tally('imports', outcome);
      // An accepted import goes on by itself; any other that is there as a whole needs no repetition either.
      if (outcome === 'done') file.state = file.state === 'import cut off' ? 'in' : 'out';
      return [];
    });
    const told = [...refusals, ...problems];
    refusals = [];
    return told;
  }

  return { part: 'imports', isUnclear: () => isCutOff(files.at(-1)), act, look };
}

const isCutOff = (file: ImportedFile | undefined) =>
  file?.state === 'import cut off' || file?.state === 'undo cut off';

/**
 * What became of a file, whose import is done as a whole or not at all, while its undo goes batch by batch. `staged`
 * are its rows that are no products yet, of an accepted import. Null: a contradiction.
 */
export function checkFile(
  { state, rows }: Pick<ImportedFile, 'state' | 'rows'>,
  { live, staged }: { live: number; staged: number },
): 'as told' | 'done' | 'not done' | 'in part' | null {
  switch (state) {
    case 'in':
      // What was accepted before a kill is finished by the next server.
      return live === rows || (staged > 0 && live + staged === rows) ? 'as told' : null;
    case 'out':
      return live === 0 ? 'as told' : null;
    case 'import cut off':
      if (live + staged === rows) return 'done';
      return live === 0 && staged === 0 ? 'not done' : null;
    case 'undo cut off':
      if (live > rows) return null;
      if (live === rows) return 'not done';
      return live === 0 ? 'done' : 'in part';
  }
}

async function countByFile(db: Database, statement: string): Promise<Map<string, number>> {
  const rows = await readRows<{ name: string; total: number }>(db, statement);
  return new Map(rows.map(({ name, total }) => [name, total]));
}

const countProducts = (usuarioId: string) => `
  SELECT split_part(sku, '-', 1) AS name, count(*)::int AS total FROM produtos
  WHERE usuario_id = '${usuarioId}' AND excluido_em IS NULL AND sku LIKE 'N%' GROUP BY 1`;

const countStaged = (usuarioId: string) => `
  SELECT substring(linhas FROM '"sku":"(N[0-9]+)-') AS name, sum(validos)::int AS total FROM lotes_importacao
  WHERE usuario_id = '${usuarioId}' AND aceito AND criados IS NULL GROUP BY 1`;

function toCsv({ name, rows }: ImportedFile): string {
  const lines = Array.from({ length: rows }, (_, row) => `F;Item ${name} ${row};${name}-${row};1,00;2,00;3`);
  return ['fornecedor_id;nome;sku;preco_fornecedor;preco_venda_ml;estoque', ...lines].join('\n');
}
