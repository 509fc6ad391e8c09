import { invoices } from '@esteira/db/schema/orders/invoices';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { InvoiceResult } from '@esteira/marketplaces/port';
import { readNfe } from '@esteira/marketplaces/read-nfe';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../core/context';
import { AppError } from '../../core/errors';
import { adapterContext } from '../connections/calls/adapter-context';
import { getOrderToShip, type OrderToShip } from './order-to-ship';
import { readAgain } from './read-again';

/**
 * Hands the NF-e of an order in to its marketplace, which gives no label without it. It is
 * kept before it is sent, so that a lost answer leaves it to be sent again.
 */
export async function submitInvoice(
  deps: Deps,
  usuarioId: string,
  { id, xml }: { id: string; xml: string },
): Promise<void> {
  const order = await getOrderToShip(deps.db, usuarioId, id);
  refuseUnasked(deps, order);
  const chave = readNfeKey(xml);
  // An NF-e tells of its buyer.
  const stored = order.isBuyerErased ? '' : xml;
  const sent = { chave, xml: stored, status: 'enviada', motivo: null } as const;
  await deps.db
    .insert(invoices)
    .values({ usuario_id: usuarioId, pedido_id: id, ...sent })
    .onConflictDoUpdate({
      target: [invoices.usuario_id, invoices.pedido_id],
      set: { ...sent, enviada_em: deps.clock().toISOString() },
    });
  const result = await send(deps, usuarioId, { order, xml });
  const outcome = OUTCOMES[result.status];
  const motivo = result.status === 'error' ? result.motivo : null;
  await deps.db.transaction(async (tx) => {
    await tx
      .update(invoices)
      .set({ status: outcome, motivo })
      .where(and(eq(invoices.usuario_id, usuarioId), eq(invoices.pedido_id, id), eq(invoices.chave, chave)));
    await readAgain(deps, tx, { usuarioId, orders: [order] });
  });
  if (motivo !== null) throw new AppError('conflict', motivo);
}

const OUTCOMES = {
  accepted: 'aceita',
  not_required: 'aceita',
  processing: 'processando',
  error: 'recusada',
} as const satisfies Record<InvoiceResult['status'], string>;

function refuseUnasked({ marketplaces }: Deps, { marketplace, envio }: OrderToShip): void {
  if (marketplaces[marketplace].modo === 'simulado' || envio === null) {
    throw new AppError('conflict', 'Este pedido é simulado e não precisa de NF-e');
  }
  if (envio.bloqueio !== null) throw new AppError('conflict', envio.bloqueio);
  if (!envio.precisa_nota)
    throw new AppError('conflict', 'O marketplace não espera a NF-e deste pedido agora');
}

/** @throws AppError `invalid` unless it is an NF-e that can open the way to a label */
function readNfeKey(xml: string): string {
  const reading = readNfe(xml);
  if (reading.ok) return reading.chave;
  const { motivo: mensagem } = reading;
  throw new AppError('invalid', mensagem, { erros: [{ campo: 'xml', mensagem }] });
}

/** What the marketplace refuses is an answer for the seller; what it did not answer is not. */
async function send(
  deps: Deps,
  usuarioId: string,
  { order, xml }: { order: OrderToShip; xml: string },
): Promise<InvoiceResult> {
  const { marketplace, contaId, ref } = order;
  try {
    return await deps.marketplaces[marketplace].submitInvoice(
      adapterContext({ usuarioId, contaId }),
      ref,
      xml,
    );
  } catch (error) {
    if (!(error instanceof AdapterError) || error.kind !== 'validation') throw error;
    return { status: 'error', motivo: error.message };
  }
}
