import type { Database } from '@esteira/db/database';
import { read } from '../caller';
import type { Random } from '../pick';
import type { Actor, SeededSeller, Tally } from './actor';
import { readRows } from './read-rows';
import { send } from './send';

/** Several transactions of the server's. */
export const UPDATED_PRODUCTS = 1_200;
const UNDO_SHARE = 0.5;

interface UpdateImports {
  seller: SeededSeller;
  random: Random;
  tally: Tally;
}

/** A version of all products: price and stock. */
interface Change {
  kind: 'import' | 'undo';
  to: number;
}

/** Imports files that change all of the U products, each with another price and stock, and takes some back. */
export function createUpdateImports({ seller, random, tally }: UpdateImports): Actor {
  let version = 0;
  let newest = 0;
  /** The last whole import: what takes it back, and to what. */
  let undoable: { id: string; to: number } | null = null;
  let cutOff: (Change & { id?: string }) | null = null;
  let refusals: string[] = [];
  const note = (what: string) => refusals.push(`update: ${what}`);

  function draw(): Change & { id?: string } {
    if (undoable !== null && random() < UNDO_SHARE) return { kind: 'undo', ...undoable };
    newest += 1;
    return { kind: 'import', to: newest };
  }

  async function act(url: string): Promise<void> {
    const isRepeated = cutOff !== null;
    const change = cutOff ?? draw();
    cutOff = change;
    undoable = null;
    const sent =
      change.kind === 'import'
        ? await send(url, 'api/produtos/importar-csv?atualizar=1', { ...seller, csv: toCsv(change.to) })
        : await send(url, 'trpc/products.undoChange', { ...seller, body: { id: change.id } });
    if (sent.kind === 'refused') note(sent.text);
    if (sent.kind !== 'done') return;
    const id = sent.headers.get('lote-alteracao');
    const total = read(sent.data, change.kind === 'import' ? 'produtos_atualizados' : 'desfeitos');
    const isWhole = total === UPDATED_PRODUCTS;
    if (!isWhole && !isRepeated) note(`${change.kind}: ${JSON.stringify(sent.data)}`);
    // Taken back can be what one run changed; the rest of a repeated one was another's.
    if (change.kind === 'import' && isWhole && id !== null) undoable = { id, to: version };
    version = change.to;
    cutOff = null;
    tally('imports', 'answered');
  }

  async function look(db: Database): Promise<string[]> {
    const found = await readRows<Versions>(
      db,
      `SELECT preco_venda_ml::int - 1000 AS price, estoque::int AS stock, count(*)::int AS total FROM produtos
       WHERE usuario_id = '${seller.id}' AND sku LIKE 'U-%' AND excluido_em IS NULL GROUP BY 1, 2`,
    );
    const outcome = checkVersions(found, { from: version, to: cutOff?.to ?? null });
    const told = [...refusals, ...(typeof outcome === 'string' ? [] : outcome)];
    if (cutOff !== null && typeof outcome === 'string') tally('imports', outcome);
    refusals = [];
    return told;
  }

  return { part: 'imports', isUnclear: () => cutOff !== null, act, look };
}

export interface Versions {
  price: number;
  stock: number;
  total: number;
}

/** Whether each product is as it was or as it was to be (null: nothing was cut off); else what it is. */
export function checkVersions(
  found: readonly Versions[],
  { from, to }: { from: number; to: number | null },
): 'done' | 'not done' | 'in part' | string[] {
  const count = (version: number | null) =>
    found.find(({ price, stock }) => price === version && stock === version)?.total ?? 0;
  const [before, after] = [count(from), to === from ? 0 : count(to)];
  const isWhole = found.reduce((sum, { total }) => sum + total, 0) === UPDATED_PRODUCTS;
  if (!isWhole || before + after !== UPDATED_PRODUCTS) {
    const seen = found.map(({ price, stock, total }) => `${total} with ${price}/${stock}`).join(', ');
    return [`update from ${from} to ${to ?? 'nothing'}: ${seen}`];
  }
  if (before === UPDATED_PRODUCTS) return 'not done';
  return after === UPDATED_PRODUCTS ? 'done' : 'in part';
}

/** The price is in cents, so that each version has one of its own. */
function toCsv(version: number): string {
  const price = ((1_000 + version) / 100).toFixed(2).replace('.', ',');
  const lines = Array.from({ length: UPDATED_PRODUCTS }, (_, row) => `U-${row};${price};${version}`);
  return ['sku;preco_venda_ml;estoque', ...lines].join('\n');
}
