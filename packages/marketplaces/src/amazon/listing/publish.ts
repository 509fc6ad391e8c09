import { isGtin } from '@esteira/domain/listing';
import { listAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import { requiredList, requiredText } from '../answer';
import type { AmazonClient } from '../client';
import { quote } from '../errors';
import { identifierTypeOf, matchCatalog } from './catalog-match';
import { CONDITION_TYPES, offerBody } from './draft';
import { issueSentences } from './reasons';
import { MAX_SKU_LENGTH, sellerSkuOf } from './sku';

/** What the parts of the adapter share. */
export type AmazonDeps = { client: AmazonClient; marketplaceId: string; clock: () => Date };

type Refused = { status: 'rejected'; motivos: string[] };

/**
 * Offers the product on the catalogue item that bears its EAN: catalogue → restrictions → preview → offer
 * (marketplaces.md §2.5). The PUT is idempotent by seller and SKU.
 */
export async function publish(
  deps: AmazonDeps,
  ctx: AdapterContext,
  produto: ListingProduct,
): Promise<PublishResult> {
  const motivos = localRefusals(produto);
  const ean = produto.ean?.trim() ?? '';
  if (motivos.length > 0) return { status: 'rejected', motivos };
  const match = matchCatalog(await searchCatalog(deps, ctx, ean), { ...deps, produto });
  if ('motivo' in match) return { status: 'rejected', motivos: [match.motivo] };
  const restricted = await restrictionsOf(deps, ctx, { asin: match.asin, produto });
  if (restricted.length > 0) return { status: 'rejected', motivos: restricted };
  const submission = { sku: sellerSkuOf(produto), body: offerBody(produto, { ...deps, asin: match.asin }) };
  const refused = await preview(deps, ctx, submission);
  return refused ?? (await submit(deps, ctx, { ...submission, avisos: remarksOn(produto, match.titulo) }));
}

/** What would be refused anyway, told before any call is spent. */
function localRefusals(produto: ListingProduct): string[] {
  const refusals: string[] = [];
  const ean = produto.ean?.trim() ?? '';
  if (ean === '') {
    refusals.push(
      'Para publicar na Amazon o produto precisa de um EAN (código de barras): é por ele que a Amazon encontra ' +
        'o produto no catálogo.',
    );
  } else if (!isGtin(ean)) refusals.push('O EAN não é válido: confira os dígitos do código de barras.');
  if (!Number.isSafeInteger(produto.preco_centavos) || produto.preco_centavos < 1) {
    refusals.push('O preço precisa ser maior que zero.');
  }
  if (!Number.isSafeInteger(produto.estoque) || produto.estoque < 1) {
    refusals.push('O anúncio precisa de ao menos 1 unidade em estoque.');
  }
  if (sellerSkuOf(produto).length > MAX_SKU_LENGTH) {
    refusals.push(`A Amazon aceita SKU com até ${MAX_SKU_LENGTH} caracteres.`);
  }
  return refusals;
}

async function searchCatalog(deps: AmazonDeps, ctx: AdapterContext, ean: string): Promise<unknown> {
  const answer = await deps.client.call(ctx, {
    operation: 'searchCatalogItems',
    query: {
      marketplaceIds: deps.marketplaceId,
      identifiers: ean,
      identifiersType: identifierTypeOf(ean),
      includedData: 'summaries',
      locale: 'pt_BR',
    },
  });
  return answer.json();
}

const REASONS: Readonly<Record<string, string>> = {
  APPROVAL_REQUIRED: 'A Amazon exige aprovação para vender este produto. Peça a aprovação no Seller Central',
  ASIN_NOT_FOUND: 'A Amazon não tem mais este produto no catálogo',
  NOT_ELIGIBLE: 'A conta não pode vender este produto na Amazon',
};

/** Why this account may not sell the item; empty when it may. */
async function restrictionsOf(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { asin, produto }: { asin: string; produto: ListingProduct },
): Promise<string[]> {
  const answer = await deps.client.call(ctx, {
    operation: 'getListingsRestrictions',
    query: {
      asin,
      sellerId: '{sellerId}',
      marketplaceIds: deps.marketplaceId,
      conditionType: CONDITION_TYPES[produto.condicao],
      reasonLocale: 'pt_BR',
    },
  });
  return restrictionSentences(answer.json(), CONDITION_TYPES[produto.condicao]);
}

/** One sentence per reason that concerns the condition; a restriction without reasons still restricts. */
export function restrictionSentences(body: unknown, conditionType: string): string[] {
  const ours = requiredList(body, 'restrictions', 'getListingsRestrictions').filter(
    (restriction) => (textAt(restriction, 'conditionType') ?? conditionType) === conditionType,
  );
  return ours.flatMap((restriction) => {
    const reasons = listAt(restriction, 'reasons');
    return reasons.length > 0 ? reasons.map(reasonSentence) : [`${REASONS['NOT_ELIGIBLE']}.`];
  });
}

function reasonSentence(reason: unknown): string {
  const known = REASONS[textAt(reason, 'reasonCode') ?? ''] ?? REASONS['NOT_ELIGIBLE'];
  const link = textAt(reason, 'links', 0, 'resource');
  return `${known}${link ? `: ${link}` : '.'}${link ? '' : quote(textAt(reason, 'message') ?? '')}`;
}

type Submission = { sku: string; body: unknown };

/** Asks whether the offer would be taken, without storing anything; null when it would. */
async function preview(deps: AmazonDeps, ctx: AdapterContext, given: Submission): Promise<Refused | null> {
  const { status, erros } = await put(deps, ctx, { ...given, mode: 'VALIDATION_PREVIEW' });
  return status === 'INVALID' || erros.length > 0 ? refusedFor(erros) : null;
}

async function submit(
  deps: AmazonDeps,
  ctx: AdapterContext,
  { avisos: remarks, ...given }: Submission & { avisos: string[] },
): Promise<PublishResult> {
  const { status, erros, avisos } = await put(deps, ctx, given);
  if (status === 'INVALID') return refusedFor(erros);
  // ACCEPTED is queued and not live; what it complains of now, getListing tells again once it is settled.
  return { status: 'processing', id_externo: given.sku, avisos: [...remarks, ...erros, ...avisos] };
}

async function put(
  { client, marketplaceId }: AmazonDeps,
  ctx: AdapterContext,
  { sku, body, mode }: Submission & { mode?: 'VALIDATION_PREVIEW' },
): Promise<{ status: string; erros: string[]; avisos: string[] }> {
  const answer = await client.call(ctx, {
    operation: 'putListingsItem',
    path: { sku },
    query: { marketplaceIds: marketplaceId, issueLocale: 'pt_BR', includedData: 'issues', mode },
    body,
  });
  const said = answer.json();
  const status = requiredText(said, 'status', 'putListingsItem');
  return { status, ...issueSentences(said, marketplaceId) };
}

function refusedFor(erros: string[]): Refused {
  return {
    status: 'rejected',
    motivos: erros.length > 0 ? erros : ['A Amazon recusou o anúncio sem dizer por quê.'],
  };
}

function remarksOn({ condicao }: ListingProduct, titulo: string | null): string[] {
  const remarks = titulo ? [`O anúncio usa a página que já existe na Amazon: ${titulo}`] : [];
  if (condicao === 'usado') remarks.push('A condição foi informada à Amazon como “Usado – Bom”.');
  return remarks;
}
