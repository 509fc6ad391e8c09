import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';

const account = z.object({ usuario_id: z.uuid(), marketplace: z.enum(MARKETPLACES) });
const listing = account.extend({ produto_id: z.uuid() });
const order = account.extend({ ml_order_id: z.string().min(1) });

/** Every kind of background work, with what it is told. The keys are the names of the queues. */
export const JOB_KINDS = {
  'listing-publish': listing,
  'listing-check': listing,
  'listing-pause': listing,
  'listing-close': listing,
  'listing-price': listing,
  'stock-push': listing,
  /** `depois_de`: the product after which a comparison goes on. */
  reconcile: account.extend({ depois_de: z.uuid().optional() }),
  'order-read': order,
  'orders-poll': account,
} as const;

export type JobKind = keyof typeof JOB_KINDS;

export type JobData<K extends JobKind> = z.infer<(typeof JOB_KINDS)[K]>;

export const jobKinds = Object.keys(JOB_KINDS) as JobKind[];

/** What an admin reads for a kind of work. */
export const JOB_LABELS: Record<JobKind, string> = {
  'listing-publish': 'Publicar anúncio',
  'listing-check': 'Conferir anúncio',
  'listing-pause': 'Pausar anúncio',
  'listing-close': 'Encerrar anúncio',
  'listing-price': 'Atualizar preço',
  'stock-push': 'Enviar estoque',
  reconcile: 'Conferir anúncios e estoque',
  'order-read': 'Ler pedido',
  'orders-poll': 'Buscar pedidos novos',
};
