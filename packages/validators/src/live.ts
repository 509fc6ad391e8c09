import { ORDER_STATUSES } from '@esteira/domain/orders/order-machine';
import { z } from 'zod';

/** live.changes: where a client that lost its connection left off. */
export const liveInput = z.object({ lastEventId: z.string().max(200).nullish() });

/**
 * Something that changed in the seller's rows: an order that arrived (`de` null) or moved, its parcel (`envio`), its
 * notes (`nota`), a product's stock, its listing on a real marketplace (`anuncio`), their account there (`conexao`), up
 * to where notices were read (`avisos`), or too much to tell one by one (`tudo`: read everything again). `inicio` is no
 * change: a stream that resumes nothing begins with what was written in the ten seconds before it, which a screen that was
 * read just then may lack, and `inicio` ends that. `id` is where to resume after it.
 */
export const liveChange = z.discriminatedUnion('tipo', [
  z.object({
    id: z.string(),
    tipo: z.literal('pedido'),
    pedido_id: z.string(),
    ml_order_id: z.string(),
    produto_nome: z.string(),
    de: z.enum(ORDER_STATUSES).nullable(),
    para: z.enum(ORDER_STATUSES),
  }),
  z.object({ id: z.string(), tipo: z.literal('estoque'), produto_id: z.string() }),
  z.object({ id: z.string(), tipo: z.literal('anuncio'), produto_id: z.string() }),
  z.object({ id: z.string(), tipo: z.literal('envio'), pedido_id: z.string() }),
  z.object({ id: z.string(), tipo: z.literal('conexao') }),
  z.object({ id: z.string(), tipo: z.literal('nota'), pedido_id: z.string() }),
  z.object({ id: z.string(), tipo: z.literal('avisos') }),
  z.object({ id: z.string(), tipo: z.literal('tudo') }),
  z.object({ id: z.string(), tipo: z.literal('inicio') }),
]);

export type LiveChange = z.output<typeof liveChange>;
