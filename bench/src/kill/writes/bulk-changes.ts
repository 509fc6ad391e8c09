import type { Database } from '@esteira/db/database';
import { newId } from '@esteira/db/schema/columns';
import { read } from '../caller';
import type { Random } from '../pick';
import type { Actor, SeededSeller, Tally } from './actor';
import { readRows } from './read-rows';
import { send } from './send';

const UNDO_SHARE = 0.5;
const FIELDS = { estoque: 1, preco_venda_ml: 100 } as const;

type Field = keyof typeof FIELDS;

/** Units, and cents. */
type Values = Record<Field, number>;

interface Change {
  kind: 'apply' | 'undo';
  loteId: string;
  field: Field;
  to: number;
}

interface BulkChanges {
  seller: SeededSeller;
  random: Random;
  tally: Tally;
}

/** Gives all P products another price or stock in one call, and takes some of that back. */
export function createBulkChanges({ seller, random, tally }: BulkChanges): Actor {
  let values: Values = { estoque: 5, preco_venda_ml: 200 };
  let undoable: Change | null = null;
  let cutOff: Change | null = null;
  let refusals: string[] = [];
  const total = seller.changed.length;

  function draw(): Change {
    if (undoable !== null && random() < UNDO_SHARE) return undoable;
    const field = random() < 0.5 ? 'estoque' : 'preco_venda_ml';
    // Another one than the present in any case.
    const to = values[field] + (values[field] > 800 ? -700 : 1 + Math.floor(random() * 90));
    return { kind: 'apply', loteId: newId(), field, to };
  }

  function toCall({ kind, loteId, field, to }: Change): [path: string, body: object] {
    if (kind === 'undo') return ['trpc/products.undoChange', { id: loteId }];
    const unit = FIELDS[field];
    const [antes, depois] = [values[field] / unit, to / unit];
    const itens = seller.changed.map((id) => ({ id, antes, depois }));
    return ['trpc/products.applyChange', { lote_id: loteId, campo: field, itens }];
  }

  async function act(url: string): Promise<void> {
    const change = cutOff ?? draw();
    cutOff = change;
    undoable = null;
    const [path, body] = toCall(change);
    const sent = await send(url, path, { ...seller, body });
    if (sent.kind === 'refused') refusals.push(`change: ${sent.text}`);
    if (sent.kind !== 'done') return;
    const done = read(sent.data, change.kind === 'apply' ? 'aplicados' : 'desfeitos');
    if (done !== total)
      refusals.push(`change: ${done} of ${total}, ${JSON.stringify(sent.data).slice(0, 200)}`);
    const before = values[change.field];
    if (change.kind === 'apply' && before !== change.to) undoable = { ...change, kind: 'undo', to: before };
    values = { ...values, [change.field]: change.to };
    cutOff = null;
    tally('bulk', 'answered');
  }

  async function look(db: Database): Promise<string[]> {
    const found = await readRows<Values & { total: number }>(
      db,
      `SELECT estoque::int, preco_venda_ml::int, count(*)::int AS total FROM produtos
       WHERE usuario_id = '${seller.id}' AND sku LIKE 'P-%' AND excluido_em IS NULL GROUP BY 1, 2`,
    );
    const after = cutOff === null ? values : { ...values, [cutOff.field]: cutOff.to };
    const outcome = checkValues(found, { total, allowed: [values, after] });
    const told = [...refusals, ...(typeof outcome === 'string' ? [] : outcome)];
    // Sent again in either case: where it was done already, it answers the same.
    if (cutOff !== null && typeof outcome === 'string') tally('bulk', outcome);
    refusals = [];
    return told;
  }

  return { part: 'bulk', isUnclear: () => cutOff !== null, act, look };
}

/** Whether all products have the values from before, or all those from after; else what they have. */
export function checkValues(
  found: readonly (Values & { total: number })[],
  { total, allowed: [before, after] }: { total: number; allowed: [before: Values, after: Values] },
): 'done' | 'not done' | string[] {
  const [first] = found;
  const isOne = (wanted: Values) =>
    first?.estoque === wanted.estoque && first.preco_venda_ml === wanted.preco_venda_ml;
  if (found.length === 1 && first?.total === total) {
    if (isOne(before)) return 'not done';
    if (isOne(after)) return 'done';
  }
  const seen = found.map((row) => `${row.total} with ${row.preco_venda_ml}/${row.estoque}`).join(', ');
  return [`a change of ${total} products: ${seen}`];
}
