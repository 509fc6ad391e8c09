import { isGtin } from '@esteira/domain/products/gtin';
import { type ListingWarning, managedStockWarning } from '@esteira/domain/products/listing-warnings';
import { AdapterError } from '../../adapter-error';
import { isMadeSince, offerRefusals } from '../../checks';
import { dateAt, listAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import type { AmazonClient } from '../client';
import { quote, requiredList, requiredText, toIssues } from '../errors';
import { findOnCatalog } from './catalogue';
import { CONDITION_TYPES, MAX_SKU_LENGTH, toOfferBody, toSellerSku } from './draft';
import { findListing } from './listings';
import { isFulfilledByAmazon, toPatchBody, toPatches } from './patch';

type Refused = { status: 'rejected'; motivos: string[] };

/**
 * Offers the product on the catalogue item that bears its EAN: catalogue → restrictions → preview → offer
 * (docs/marketplace-rules.md#amazon-catalogue). A PUT replaces a whole listing, so it only ever makes a new one.
 */
export async function publish(
  client: AmazonClient,
  ctx: AdapterContext,
  produto: ListingProduct,
): Promise<PublishResult> {
  const motivos = refuseAtSight(produto);
  if (motivos.length > 0) return { status: 'rejected', motivos };
  const match = await findOnCatalog(client, ctx, produto);
  if ('motivo' in match) return { status: 'rejected', motivos: [match.motivo] };
  const restricted = await readRestrictions(client, ctx, { asin: match.asin, produto });
  if (restricted.length > 0) return { status: 'rejected', motivos: restricted };
  const sku = toSellerSku(produto);
  const listing = await findListing(client, ctx, sku);
  const place = { marketplaceId: client.marketplaceId, asin: match.asin };
  if (listing && !isOwn(listing, produto, place)) return { status: 'already_exists', id_externo: sku };
  const managed = listing && isFulfilledByAmazon(listing) ? [managedStockWarning('amazon')] : [];
  const avisos = [...managed, ...toWarnings(produto, match.titulo)];
  const patches = listing ? toPatches(listing, produto, place) : [];
  if (listing && patches.length === 0) return { status: 'processing', id_externo: sku, avisos };
  const submission: Submission = listing
    ? { sku, operation: 'patchListingsItem', body: toPatchBody(patches) }
    : { sku, operation: 'putListingsItem', body: toOfferBody(produto, place) };
  const refused = await preview(client, ctx, submission);
  return refused ?? (await submit(client, ctx, { ...submission, avisos }));
}

/**
 * The listing of an earlier publication, or what one made there whose answer was lost.
 * @throws AdapterError `not_ready` where that cannot be told yet
 */
function isOwn(
  listing: unknown,
  { id_externo, tentado_em }: ListingProduct,
  { asin, marketplaceId }: { asin: string; marketplaceId: string },
): boolean {
  if (id_externo) return true;
  const summary = listAt(listing, 'summaries').find(
    (each) => textAt(each, 'marketplaceId') === marketplaceId,
  );
  if (tentado_em && summary === undefined)
    throw new AdapterError('not_ready', 'A Amazon ainda está registrando este anúncio.');
  // The catalogue page is told later than the listing: until then it is the one that was sent.
  const shown =
    textAt(summary, 'asin') ?? textAt(listing, 'attributes', 'merchant_suggested_asin', 0, 'value');
  return isMadeSince(dateAt(summary, 'createdDate'), tentado_em) && shown === asin;
}

/** What would be refused anyway, told before any call is spent. */
function refuseAtSight(produto: ListingProduct): string[] {
  const refusals: string[] = [];
  const ean = produto.ean?.trim() ?? '';
  if (ean === '') {
    refusals.push(
      'Para publicar na Amazon o produto precisa de um EAN (código de barras): é por ele que a Amazon encontra ' +
        'o produto no catálogo.',
    );
  } else if (!isGtin(ean)) refusals.push('O EAN não é válido: confira os dígitos do código de barras.');
  refusals.push(...offerRefusals(produto));
  if (toSellerSku(produto).length > MAX_SKU_LENGTH) {
    refusals.push(`A Amazon aceita SKU com até ${MAX_SKU_LENGTH} caracteres.`);
  }
  return refusals;
}

const REASONS: Readonly<Record<string, string>> = {
  APPROVAL_REQUIRED: 'A Amazon exige aprovação para vender este produto. Peça a aprovação no Seller Central',
  ASIN_NOT_FOUND: 'A Amazon não tem mais este produto no catálogo',
  NOT_ELIGIBLE: 'A conta não pode vender este produto na Amazon',
};

/** Why this account may not sell the item; empty when it may. */
async function readRestrictions(
  client: AmazonClient,
  ctx: AdapterContext,
  { asin, produto }: { asin: string; produto: ListingProduct },
): Promise<string[]> {
  const response = await client.call(ctx, {
    operation: 'getListingsRestrictions',
    query: {
      asin,
      sellerId: '{sellerId}',
      marketplaceIds: client.marketplaceId,
      conditionType: CONDITION_TYPES[produto.condicao],
      reasonLocale: 'pt_BR',
    },
  });
  return toRestrictions(response.json(), CONDITION_TYPES[produto.condicao]);
}

/** One sentence per reason that concerns the condition; a restriction without reasons still restricts. */
export function toRestrictions(body: unknown, conditionType: string): string[] {
  const ours = requiredList(body, 'restrictions', 'getListingsRestrictions').filter(
    (restriction) => (textAt(restriction, 'conditionType') ?? conditionType) === conditionType,
  );
  return ours.flatMap((restriction) => {
    const reasons = listAt(restriction, 'reasons');
    return reasons.length > 0 ? reasons.map(toReason) : [`${REASONS['NOT_ELIGIBLE']}.`];
  });
}

function toReason(reason: unknown): string {
  const known = REASONS[textAt(reason, 'reasonCode') ?? ''] ?? REASONS['NOT_ELIGIBLE'];
  const link = textAt(reason, 'links', 0, 'resource');
  return `${known}${link ? `: ${link}` : '.'}${link ? '' : quote(textAt(reason, 'message') ?? '')}`;
}

type Submission = { sku: string; operation: 'putListingsItem' | 'patchListingsItem'; body: unknown };

/** Asks whether the offer would be taken, without storing anything; null when it would. */
async function preview(
  client: AmazonClient,
  ctx: AdapterContext,
  given: Submission,
): Promise<Refused | null> {
  const { status, erros } = await send(client, ctx, { ...given, mode: 'VALIDATION_PREVIEW' });
  return status === 'INVALID' || erros.length > 0 ? toRefused(erros) : null;
}

async function submit(
  client: AmazonClient,
  ctx: AdapterContext,
  { avisos: warnings, ...given }: Submission & { avisos: ListingWarning[] },
): Promise<PublishResult> {
  const { status, erros, avisos } = await send(client, ctx, given);
  if (status === 'INVALID') return toRefused(erros);
  // ACCEPTED is queued and not live; its issues of now are in getListing again once it is processed.
  const issues = [...erros, ...avisos].map((mensagem) => ({ codigo: 'observacao' as const, mensagem }));
  return { status: 'processing', id_externo: given.sku, avisos: [...warnings, ...issues] };
}

async function send(
  client: AmazonClient,
  ctx: AdapterContext,
  { sku, operation, body, mode }: Submission & { mode?: 'VALIDATION_PREVIEW' },
): Promise<{ status: string; erros: string[]; avisos: string[] }> {
  const response = await client.call(ctx, {
    operation,
    path: { sku },
    query: { marketplaceIds: client.marketplaceId, issueLocale: 'pt_BR', includedData: 'issues', mode },
    body,
  });
  const said = response.json();
  const status = requiredText(said, 'status', operation);
  return { status, ...toIssues(said, client.marketplaceId) };
}

function toRefused(erros: string[]): Refused {
  return {
    status: 'rejected',
    motivos: erros.length > 0 ? erros : ['A Amazon recusou o anúncio sem dizer por quê.'],
  };
}

function toWarnings({ condicao }: ListingProduct, titulo: string | null): ListingWarning[] {
  const warnings: ListingWarning[] = [];
  if (titulo) {
    const mensagem = `O anúncio usa a página que já existe na Amazon: ${titulo}`;
    warnings.push({ codigo: 'pagina_existente', mensagem });
  }
  if (condicao === 'usado') {
    const mensagem = 'A condição foi informada à Amazon como “Usado – Bom”.';
    warnings.push({ codigo: 'condicao_informada', mensagem });
  }
  return warnings;
}
