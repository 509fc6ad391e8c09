import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { ATTENTION_CODES } from '@esteira/domain/orders/order-attention';
import { z } from 'zod';
import { instant } from '../wire/instant';
import { isoDate } from '../wire/text';

const shared = { id: z.string(), em: isoDate };
const orderOf = { pedido_id: z.string(), ml_order_id: z.string(), produto_nome: z.string() };
const productOf = { produto_id: z.string(), produto_nome: z.string() };
/** `conta`: what the seller calls the account; null where they have one there. */
const accountOf = { marketplace: z.enum(MARKETPLACES), conta: z.string().nullable() };

/**
 * Something that happened, and when (`em`): an order arrived, an order needs attention, a publication failed, a sale
 * left few units, an account must be connected again, new fees (of the day `dia`) brought products below the seller's
 * margin (in percent; zero: to a loss), somebody read far more buyers in an hour than is usual. `id` names it among all notices of the seller.
 */
export const notice = z.discriminatedUnion('tipo', [
  z.object({ ...shared, ...orderOf, tipo: z.literal('venda'), ...accountOf, preco_venda: z.number() }),
  z.object({
    ...shared,
    ...orderOf,
    tipo: z.literal('atencao'),
    codigo: z.enum(ATTENTION_CODES),
    mensagem: z.string(),
  }),
  z.object({
    ...shared,
    ...productOf,
    tipo: z.literal('publicacao'),
    ...accountOf,
    motivo: z.string().nullable(),
  }),
  z.object({ ...shared, ...productOf, tipo: z.literal('estoque'), estoque: z.int() }),
  z.object({ ...shared, tipo: z.literal('conexao'), ...accountOf }),
  z.object({
    ...shared,
    tipo: z.literal('tarifas'),
    dia: z.string(),
    produtos: z.int(),
    margem_minima: z.number(),
  }),
  z.object({ ...shared, tipo: z.literal('leitura'), nome: z.string(), pedidos: z.int() }),
]);

/** notices.list: the newest notices, newest first, and up to which moment the user has seen them. */
export const noticeList = z.object({ itens: z.array(notice), lido_ate: isoDate });

/** notices.unread: how many are newer than that, counted no further than one beyond MAX_UNREAD_SHOWN. */
export const unreadNotices = z.object({ nao_lidos: z.int() });

/** notices.markRead: everything up to this moment was seen. */
export const markReadInput = z.object({ ate: instant });

export type Notice = z.output<typeof notice>;
export type NoticeList = z.output<typeof noticeList>;
export type UnreadNotices = z.output<typeof unreadNotices>;
