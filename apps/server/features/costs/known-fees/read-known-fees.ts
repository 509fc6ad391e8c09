import type { Database } from '@esteira/db/database';
import { connections } from '@esteira/db/schema/platform/connections';
import { isAccountOf, marketplaceAccounts } from '@esteira/db/schema/platform/marketplace-accounts';
import { listings } from '@esteira/db/schema/products/listings';
import type { Marketplace } from '@esteira/domain/marketplaces';
import { fromCents, toCents } from '@esteira/domain/money';
import { PRICE_FIELD } from '@esteira/domain/products/channels';
import type { CostSettings } from '@esteira/domain/profit/cost-settings';
import { AdapterError } from '@esteira/marketplaces/adapter-error';
import type { FeeQuestion, MarketplaceAdapter } from '@esteira/marketplaces/port';
import type { FeeReading, KnownFees, KnownFeesInput } from '@esteira/validators/costs/known-fees';
import { and, eq } from 'drizzle-orm';
import type { Deps } from '../../../core/context';
import { isEntityId } from '../../../core/ids';
import { createSingleFlight, type SingleFlight } from '../../../core/sharing/single-flight';
import { readCostSettings } from '../settings';
import { type FeeAccount, toFeeKey } from './fee-key';
import { findStoredFees, type StoredFees, storeFees } from './stored-fees';

interface Asked {
  usuarioId: string;
  product: KnownFeesInput;
}

/**
 * What the seller's accounts say of the fees of a product before it is sold. Answers are kept for some hours; a
 * marketplace that does not answer within seconds is told as such, and the rules hold.
 */
export async function readKnownFees(deps: Deps, { usuarioId, product }: Asked): Promise<KnownFees> {
  const [settings, accounts, listing] = await Promise.all([
    readCostSettings(deps.db, usuarioId),
    readAccounts(deps.db, usuarioId),
    findAmazonListing(deps.db, usuarioId, product.id),
  ]);
  const ask = (marketplace: Marketplace) =>
    readOf(deps, {
      marketplace,
      account: accounts.find((account) => account.marketplace === marketplace),
      question: toQuestion(marketplace, { settings, product, listing }),
    });
  const [mercadolivre, amazon] = await Promise.all([ask('mercadolivre'), ask('amazon')]);
  return { mercadolivre, amazon };
}

/** An account that is asked, and whose it is. */
interface AskedAccount extends FeeAccount {
  conta_id: number;
}

const isDefaultOf = (row: Parameters<typeof isAccountOf>[0]) =>
  and(isAccountOf(row), eq(marketplaceAccounts.padrao, true));

const readAccounts = (db: Database, usuarioId: string): Promise<AskedAccount[]> =>
  db
    .select({
      usuario_id: connections.usuario_id,
      marketplace: connections.marketplace,
      conta_id: connections.conta_id,
      vendedor_id: connections.vendedor_id,
    })
    .from(connections)
    .innerJoin(marketplaceAccounts, isDefaultOf(connections))
    .where(and(eq(connections.usuario_id, usuarioId), eq(connections.status, 'conectado')));

/** The SKU that a stored product is listed under; Mercado Livre is asked by category. */
async function findAmazonListing(
  db: Database,
  usuarioId: string,
  productId: string | null,
): Promise<string | null> {
  if (productId === null || !isEntityId(productId)) return null;
  const [listing] = await db
    .select({ id_externo: listings.id_externo })
    .from(listings)
    .innerJoin(marketplaceAccounts, isDefaultOf(listings))
    .where(
      and(
        eq(listings.usuario_id, usuarioId),
        eq(listings.produto_id, productId),
        eq(listings.marketplace, 'amazon'),
        eq(listings.modo, 'real'),
      ),
    );
  return listing?.id_externo ?? null;
}

interface Draft {
  settings: CostSettings;
  product: KnownFeesInput;
  listing: string | null;
}

/** Where the seller says how the parcels travel. */
export const LOGISTICS_FIELD = { mercadolivre: 'logistica_ml', amazon: 'logistica_amazon' } as const;

/** Why nothing can be asked, else the question. */
function toQuestion(
  marketplace: Marketplace,
  { settings, product, listing }: Draft,
): FeeQuestion | 'sem_preco' | 'sem_logistica' {
  const price = product[PRICE_FIELD[marketplace]];
  if (price === null || price === 0) return 'sem_preco';
  const logistics = settings[LOGISTICS_FIELD[marketplace]];
  if (logistics === null) return 'sem_logistica';
  const { nome, marca, modelo, ean, condicao, tipo_anuncio, categoria_ml } = product;
  return {
    id_externo: marketplace === 'amazon' ? listing : null,
    ...{ nome, marca, modelo, ean, condicao, tipo_anuncio, categoria_ml, logistics },
    preco_centavos: toCents(price),
    parcel: {
      weightG: product.peso_g,
      heightCm: product.altura_cm,
      widthCm: product.largura_cm,
      lengthCm: product.comprimento_cm,
    },
  };
}

interface Asking {
  marketplace: Marketplace;
  account: AskedAccount | undefined;
  question: ReturnType<typeof toQuestion>;
}

async function readOf(deps: Deps, { marketplace, account, question }: Asking): Promise<FeeReading> {
  const adapter = deps.marketplaces[marketplace];
  if (adapter.modo !== 'real') return unread('simulado');
  if (account === undefined) return unread('sem_conta');
  if (typeof question === 'string') return unread(question);
  try {
    return toReading(await askOnce(deps, { adapter, account, question }));
  } catch (error) {
    if (error instanceof AdapterError) return unread('sem_resposta');
    throw error;
  }
}

const flights = new WeakMap<Deps, SingleFlight<StoredFees>>();

/** A person waits, and has the rules' estimate meanwhile. */
const MAX_WAIT_MS = 8_000;

/** The kept answer, else the marketplace's; who asks the same meanwhile shares it. */
function askOnce(
  deps: Deps,
  {
    adapter,
    account,
    question,
  }: { adapter: MarketplaceAdapter; account: AskedAccount; question: FeeQuestion },
): Promise<StoredFees> {
  const key = toFeeKey(account, question);
  const priceCents = question.preco_centavos;
  const flight = flights.get(deps) ?? createSingleFlight<StoredFees>();
  flights.set(deps, flight);
  return flight(JSON.stringify([key, priceCents]), async () => {
    const found = await findStoredFees(deps.db, key, { priceCents, now: deps.clock() });
    if (found !== null) return found;
    const { usuario_id: usuarioId, conta_id: contaId } = account;
    const ctx = { usuarioId, contaId, signal: AbortSignal.timeout(MAX_WAIT_MS) };
    const quote = await adapter.quoteFees(ctx, question);
    return storeFees(deps.db, key, { quote, now: deps.clock() });
  });
}

const unread = (situacao: Exclude<FeeReading['situacao'], 'lida'>): FeeReading => ({
  ...{ situacao, tarifas: [], de: null, ate: null, lida_em: null, falta: [] },
});

function toReading({ de, ate, tarifas, falta, lida_em }: StoredFees): FeeReading {
  return {
    situacao: 'lida',
    tarifas: tarifas.map(({ code, charge }) => ({
      codigo: code,
      origem: 'api',
      valor: 'cents' in charge ? fromCents(charge.cents) : null,
      percentual: 'cents' in charge ? null : charge.shareBps / 100,
    })),
    ...{ de: fromCents(de), ate: fromCents(ate), lida_em, falta },
  };
}
