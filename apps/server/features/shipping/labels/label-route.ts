import { labels } from '@esteira/db/schema/orders/labels';
import { orders } from '@esteira/db/schema/orders/orders';
import { ENDED_STATUSES, ERASED_LABEL } from '@esteira/domain/orders/buyer-retention';
import { openLabel } from '@esteira/marketplaces/simulated/drawn-label';
import { and, eq, isNotNull, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { forReading } from '../../../core/security/signed-links';
import type { OrderKey } from '../order-to-ship';
import { sendExpiredLabel, wantsPage } from './expired-label-page';
import { labelPath } from './label-link';
import { markPrinted } from './mark-printed';

/**
 * Serves stored labels to whoever holds an unexpired signed link: a new tab sends no bearer token. Without a label a
 * browser gets a page, a program the usual JSON.
 */
export function registerLabelRoute(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: OrderKey; Querystring: Record<string, unknown> }>(
    '/etiquetas/:usuarioId/:pedidoId',
    async (request, reply) => {
      const label = await readLabel(deps, request.params, request.query).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      });
      if (label instanceof AppError) {
        if (!wantsPage(request.headers.accept)) throw label;
        const { pedidoId } = request.params;
        return sendExpiredLabel(reply, label, isEntityId(pedidoId) ? pedidoId : null);
      }
      // HEAD does not count as handed out, nor does the address of who may only read.
      const { usuarioId, pedidoId } = request.params;
      if (request.method === 'GET' && label.marks) await markPrinted(deps.db, usuarioId, [pedidoId]);
      return reply
        .type(label.tipo)
        .header('content-disposition', `inline; filename="etiqueta-${pedidoId}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(label.conteudo));
    },
  );
}

async function readLabel({ db, labelLinks }: Deps, key: OrderKey, query: Record<string, unknown>) {
  const path = labelPath(key);
  const marks = labelLinks.isValid(path, query);
  if (!marks && !forReading(labelLinks).isValid(path, query)) {
    throw new AppError(
      'forbidden',
      'Link da etiqueta inválido ou expirado. Abra-o de novo pela tela de pedidos.',
    );
  }
  const label = await findLabel(db, key);
  if (label === null) {
    if (await isErasedWhileOpen(db, key)) throw new AppError('conflict', ERASED_LABEL);
    throw new AppError('not_found', 'Etiqueta não encontrada');
  }
  return { ...(await openLabel(label)), marks };
}

/** Of Amazon's, which is opened there then. */
async function isErasedWhileOpen(db: Deps['db'], { usuarioId, pedidoId }: OrderKey): Promise<boolean> {
  if (!isEntityId(usuarioId) || !isEntityId(pedidoId)) return false;
  const isIt = and(eq(orders.usuario_id, usuarioId), eq(orders.id, pedidoId));
  const erased = and(isNotNull(orders.comprador_apagado_em), notInArray(orders.status, [...ENDED_STATUSES]));
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isIt, eq(orders.marketplace, 'amazon'), erased));
  return found.length > 0;
}

async function findLabel(db: Deps['db'], { usuarioId, pedidoId }: OrderKey) {
  if (!isEntityId(usuarioId) || !isEntityId(pedidoId)) return null;
  const [label] = await db
    .select({ tipo: labels.tipo, conteudo: labels.conteudo })
    .from(labels)
    .where(and(eq(labels.usuario_id, usuarioId), eq(labels.pedido_id, pedidoId)));
  return label ?? null;
}
