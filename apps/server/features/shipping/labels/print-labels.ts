import { setImmediate } from 'node:timers/promises';
import type { Database } from '@esteira/db/database';
import { labels } from '@esteira/db/schema/orders/labels';
import type { LabelsPerPage } from '@esteira/domain/orders/label-printing';
import { openLabel } from '@esteira/marketplaces/simulated/drawn-label';
import { and, eq, inArray } from 'drizzle-orm';
import type { CheckedLabels, ReadyLabel } from './check-labels';
import { createLayout } from './label-sheets';
import type { StoredLabel } from './label-types';
import { markPrinted } from './mark-printed';
import { createMissingLabelsPages } from './missing-labels-page';
import { PdfStream } from './pdf-stream';

/** How many labels are read from the database at a time. */
const BATCH = 16;

interface PrintRun {
  usuarioId: string;
  checked: CheckedLabels;
  perPage: LabelsPerPage;
}

/**
 * One PDF of all ready labels, one of each parcel, and behind them the orders that have none; part by part, so that
 * neither the labels nor the document are ever in memory as a whole. What is in it is marked as printed with the last
 * part: a document that was given up halfway marks nothing.
 */
export async function* printLabels(db: Database, run: PrintRun): AsyncGenerator<Uint8Array> {
  const { usuarioId, checked, perPage } = run;
  const file = new PdfStream();
  const layout = createLayout(perPage);
  const printed: string[] = [];
  const missing = [...checked.missing];
  yield file.start();
  for await (const { orders, label } of readLabels(db, usuarioId, checked.ready)) {
    const pages = await layOut(layout, label);
    if (pages === 'unreadable') {
      missing.push(...orders.map((order) => ({ ...order, motivo: UNREADABLE })));
      continue;
    }
    printed.push(...orders.map(({ id }) => id));
    await setImmediate();
    if (pages !== null) yield file.append(pages);
  }
  const last = await layout.finish();
  if (last !== null) yield file.append(last);
  if (missing.length > 0) yield file.append(await createMissingLabelsPages(missing, perPage));
  await markPrinted(db, usuarioId, printed);
  yield file.end();
}

const UNREADABLE = 'A etiqueta não pôde ser lida: abra-a pelo pedido';

/**
 * A marketplace's file that cannot be read leaves out its own label and no other. Drawing one, laying it out and writing
 * it take milliseconds each, so others' requests have their turn in between.
 */
async function layOut(layout: ReturnType<typeof createLayout>, label: StoredLabel | null) {
  if (label === null) return 'unreadable';
  try {
    const opened = await openLabel(label);
    await setImmediate();
    return await layout.add(opened);
  } catch {
    return 'unreadable';
  }
}

interface ParcelLabel {
  /** All orders that travel in it. */
  orders: ReadyLabel[];
  /** Null where it is gone meanwhile. */
  label: StoredLabel | null;
}

async function* readLabels(
  db: Database,
  usuarioId: string,
  ready: readonly ReadyLabel[],
): AsyncGenerator<ParcelLabel> {
  const parcels = [...groupByParcel(ready).values()];
  for (let start = 0; start < parcels.length; start += BATCH) {
    const batch = parcels.slice(start, start + BATCH);
    const ids = batch.flatMap(([first]) => first?.id ?? []);
    const rows = await db
      .select({ id: labels.pedido_id, tipo: labels.tipo, conteudo: labels.conteudo })
      .from(labels)
      .where(and(eq(labels.usuario_id, usuarioId), inArray(labels.pedido_id, ids)));
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const orders of batch) yield { orders, label: byId.get(orders[0]?.id ?? '') ?? null };
  }
}

function groupByParcel(ready: readonly ReadyLabel[]): Map<string, ReadyLabel[]> {
  const parcels = new Map<string, ReadyLabel[]>();
  for (const order of ready) {
    const key = order.parcel ?? order.id;
    parcels.set(key, [...(parcels.get(key) ?? []), order]);
  }
  return parcels;
}
