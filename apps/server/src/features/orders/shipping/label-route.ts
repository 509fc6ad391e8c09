import { labels } from '@esteira/db/schema/labels';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../core/context';
import { AppError } from '../../../core/errors';
import { isEntityId } from '../../../core/ids';
import { type LabelKey, labelPath } from './label-link';

/** Serves stored labels to whoever holds an unexpired signed link: a new tab sends no bearer token. */
export function registerLabelRoute(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: LabelKey; Querystring: Record<string, unknown> }>(
    '/etiquetas/:usuarioId/:pedidoId',
    async (request, reply) => {
      if (!deps.labelLinks.isValid(labelPath(request.params), request.query)) {
        throw new AppError(
          'forbidden',
          'Link da etiqueta inválido ou expirado. Abra-o de novo pela tela de pedidos.',
        );
      }
      const label = await findLabel(deps, request.params);
      if (label === null) throw new AppError('not_found', 'Etiqueta não encontrada');
      return reply
        .type(label.tipo)
        .header('content-disposition', `inline; filename="etiqueta-${request.params.pedidoId}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(label.conteudo));
    },
  );
}

async function findLabel(deps: Deps, { usuarioId, pedidoId }: LabelKey) {
  if (!isEntityId(usuarioId) || !isEntityId(pedidoId)) return null;
  const [label] = await deps.db
    .select({ tipo: labels.tipo, conteudo: labels.conteudo })
    .from(labels)
    .where(and(eq(labels.usuario_id, usuarioId), eq(labels.pedido_id, pedidoId)));
  return label ?? null;
}
