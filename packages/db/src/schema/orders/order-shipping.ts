import { FINAL_SHIPPING_STAGES, SHIPPING_STAGES } from '@esteira/domain/orders/shipping-stage';
import { isNotNull } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { belongsTo, inList, insertedAt, instant, notInList, ownerId } from '../columns';
import { orders } from './orders';

/** What the marketplace last said of a real order's parcel: what can be done with it, and why something waits. */
export const orderShipping = pgTable(
  'envios_pedido',
  {
    usuario_id: ownerId(),
    pedido_id: uuid().notNull(),
    /** Orders of one purchase share a pack, and its parcel. */
    pacote_id: text(),
    /** The parcel's own number: what Mercado Livre announces when it moves. */
    envio_id: text(),
    situacao: text({ enum: SHIPPING_STAGES }).notNull(),
    precisa_nota: boolean().notNull(),
    tem_etiqueta: boolean().notNull(),
    pode_marcar_enviado: boolean().notNull(),
    motivo: text(),
    /** Why it must not be shipped at all (suspected fraud, the buyer asked to cancel); null: nothing against it. */
    bloqueio: text(),
    tentar_em: instant(),
    /** The seller's own shipment as it was told to the marketplace; null where nothing was told. */
    transportadora: text(),
    codigo_rastreio: text(),
    /** When it was told last, and how often: a confirmation can stay without effect. */
    confirmado_em: instant(),
    confirmacoes: integer().notNull().default(0),
    /** The marketplace's own last change of the order: an older reading changes nothing. */
    mudou_em: instant().notNull(),
    /** When the marketplace last changed items and amounts, by the last reading that was compared; null: none was. */
    pedido_mudou_em: instant(),
    /** A digest of what differed from the order then; null: nothing did. */
    alteracao_lida: text(),
    lido_em: insertedAt(),
    /** When what the marketplace took of the order is read next, and how often it was; null: never again. */
    custos_ler_em: instant(),
    custos_leituras: integer().notNull().default(0),
    /** New with every change that a screen shows (a trigger sets it). */
    mudanca_id: uuid(),
  },
  (t) => [
    primaryKey({ name: 'envios_pedido_pk', columns: [t.usuario_id, t.pedido_id] }),
    belongsTo('envios_pedido_pedido_fk', [t.usuario_id, t.pedido_id], orders),
    index('envios_pedido_por_pacote').on(t.usuario_id, t.pacote_id).where(isNotNull(t.pacote_id)),
    index('envios_pedido_por_envio').on(t.usuario_id, t.envio_id).where(isNotNull(t.envio_id)),
    index('envios_pedido_custos').on(t.custos_ler_em).where(isNotNull(t.custos_ler_em)),
    index('envios_pedido_mudancas').on(t.usuario_id, t.mudanca_id),
    // Parcels that may still move are read again from time to time.
    index('envios_pedido_abertos')
      .on(t.usuario_id, t.lido_em)
      .where(notInList('situacao', FINAL_SHIPPING_STAGES)),
    check('envios_pedido_situacao', inList(t.situacao, SHIPPING_STAGES)),
  ],
);
