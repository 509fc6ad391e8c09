import { FIRST_ACCOUNT } from '@esteira/domain/marketplace-accounts';
import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';

const account = z.object({
  usuario_id: z.uuid(),
  marketplace: z.enum(MARKETPLACES),
  /** Jobs of before there were several accounts name none. */
  conta_id: z.int().default(FIRST_ACCOUNT),
});
const listing = account.extend({ produto_id: z.uuid() });
/** `depois_de`: the product behind which work on an account's listings goes on. */
const accountPage = account.extend({ depois_de: z.uuid().optional() });
const order = account.extend({ ml_order_id: z.string().min(1) });

/** Where a look at an account's orders goes on: everything that changed since `desde`, the look having begun at `inicio`. */
const pollPage = z.object({
  desde: z.iso.datetime(),
  inicio: z.iso.datetime(),
  /** Whether this look is the daily sweep. */
  varredura: z.boolean(),
  /** The marketplace's own place in its list; null on the first page. */
  cursor: z.string().nullable(),
  numero: z.int(),
});

const accountKey = ({ usuario_id, marketplace, conta_id }: z.infer<typeof account>) =>
  `${usuario_id}:${marketplace}:${conta_id}`;
const listingKey = ({ usuario_id, produto_id, marketplace, conta_id }: z.infer<typeof listing>) =>
  `${usuario_id}:${produto_id}:${marketplace}:${conta_id}`;
const orderKey = ({ ml_order_id, ...account }: z.infer<typeof order>) =>
  `${accountKey(account)}:${ml_order_id}`;

/** Kinds of background work. The keys are the names of the queues; `label` is what an admin reads. */
const KINDS = {
  'listing-publish': { label: 'Publicar anúncio', data: listing, key: listingKey },
  'listing-check': {
    label: 'Conferir anúncio',
    data: listing,
    // Checks at different moments are different jobs: a far one must not swallow the next one.
    key: (data: z.infer<typeof listing>, runAt: Date | null) =>
      runAt === null ? listingKey(data) : `${listingKey(data)}:${runAt.toISOString()}`,
  },
  'listing-pause': { label: 'Despublicar anúncio', data: listing, key: listingKey },
  'listing-close': { label: 'Encerrar anúncio', data: listing, key: listingKey },
  'listing-price': { label: 'Atualizar preço', data: listing, key: listingKey },
  'stock-push': { label: 'Enviar estoque', data: listing, key: listingKey },
  reconcile: { label: 'Conferir anúncios e estoque', data: accountPage, key: accountKey },
  'account-resume': { label: 'Retomar anúncios da conta', data: accountPage, key: accountKey },
  'order-read': { label: 'Ler pedido', data: order, key: orderKey },
  'order-charges': { label: 'Ler custos do pedido', data: order, key: orderKey },
  'orders-poll': {
    label: 'Buscar pedidos novos',
    data: account.extend({ pagina: pollPage.optional() }),
    // The next page of a look waits beside a new look, which begins at the first page and is not to replace it.
    key: (data: z.infer<typeof account> & { pagina?: unknown }) =>
      data.pagina === undefined ? accountKey(data) : `${accountKey(data)}:pagina`,
  },
  'orders-missed': { label: 'Buscar avisos perdidos', data: account, key: accountKey },
} as const;

export type JobKind = keyof typeof KINDS;

export type JobData<K extends JobKind> = z.infer<(typeof KINDS)[K]['data']>;

interface JobKindSpec<K extends JobKind> {
  /** What an admin reads. */
  label: string;
  data: z.ZodType<JobData<K>>;
  /** At most one waiting job of a kind has a key: a second one with it joins the first. */
  key: (data: JobData<K>, runAt: Date | null) => string;
}

export const JOB_KINDS: { readonly [K in JobKind]: JobKindSpec<K> } = KINDS;

export const jobKinds = Object.keys(KINDS) as JobKind[];

/** The key under which a job waits. Whoever enqueues several sends them in the order of their keys. */
export function jobKey<K extends JobKind>(kind: K, data: JobData<K>, runAt: Date | null = null): string {
  return JOB_KINDS[kind].key(data, runAt);
}
