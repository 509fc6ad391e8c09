import {
  distinctWarnings,
  type ListingWarning,
  managedPriceWarning,
  UNSENT_CHANGES_WARNING,
} from '@esteira/domain/products/listing-warnings';
import { centsAt, listAt, numberAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import type { MercadoLivreClient } from '../client';
import { parseError, toReasons, toWarnings } from '../errors';
import { type Differences, type DifferingPart, findDifferences, warnUnchanged } from './differences';
import { readCategoryRules } from './draft';
import { isChangeable } from './item-state';
import { changeItem, setItemPrice, toPublishResult, writeDescription } from './items';
import { bringItemOnSale } from './stock';

/** What became of the parts that differed: the item as it is now (null: as it was), and which were refused. */
type Sent = { item: unknown | null; avisos: ListingWarning[]; refused: DifferingPart['name'][] };

/**
 * Makes an item that exists show the product and brings it on sale: what differs is changed, and nothing else is
 * sent. What Mercado Livre does not take becomes a warning.
 */
export async function updateItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { produto, item }: { produto: ListingProduct; item: unknown },
): Promise<PublishResult> {
  const id = textAt(item, 'id') ?? '';
  // Variations of the old kind have each its own stock.
  if (listAt(item, 'variations').length > 0) {
    const motivo = `O anúncio ${id} tem variações, o que a Esteira ainda não suporta.`;
    return { status: 'rejected', motivos: [motivo] };
  }
  const describe = () => writeDescription(client, ctx, { id, descricao: produto.descricao, isNew: false });
  const early = produto.descricao_pendente ? await describe() : null;
  const differences = await readDifferences(client, ctx, { produto, item });
  const isRepriced = centsAt(item, 'price') !== produto.preco_centavos;
  // Under review or blocked: nothing can be changed there, and the reason is the item's own.
  if (!isChangeable(item)) {
    const kept = isRepriced || differs(differences) ? [UNSENT_CHANGES_WARNING] : [];
    return toPublishResult(item, { avisos: [...kept, ...(early ?? [])] });
  }
  const avisos = [...differences.avisos];
  // Before the stock, so that a listing never comes back on sale at its old price.
  if (isRepriced) {
    const price = await setItemPrice(client, ctx, { id, preco_centavos: produto.preco_centavos });
    if (price === 'managed_by_marketplace') avisos.push(managedPriceWarning('mercadolivre'));
  }
  const { sku, estoque } = produto;
  const onSale = await bringItemOnSale(client, ctx, { item, sku, estoque });
  const sent = await sendDifferences(client, ctx, { item, differences });
  const unsent = early ?? (await describe());
  const pictured = sent.refused.includes('imagem') ? {} : { imagem_enviada: pictureSent(produto) };
  const all = distinctWarnings([...avisos, ...onSale.avisos, ...sent.avisos, ...unsent]);
  return toPublishResult(sent.item ?? onSale.item, { avisos: all, ...pictured });
}

async function readDifferences(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { produto, item }: { produto: ListingProduct; item: unknown },
): Promise<Differences> {
  const rules = await readCategoryRules(client, ctx, textAt(item, 'category_id') ?? '');
  if (rules) return findDifferences(item, { produto, rules, predicted: new Map() });
  return { parts: [], familyName: null, listingType: null, avisos: [] };
}

/** After the stock, because some accounts refuse changes of an item that is not on sale. */
async function sendDifferences(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { item, differences }: { item: unknown; differences: Differences },
): Promise<Sent> {
  const id = textAt(item, 'id') ?? '';
  const { familyName, listingType } = differences;
  // Before the attributes, which may move the item to another family.
  const renamed = familyName ? await renameFamily(client, ctx, { item, family_name: familyName }) : null;
  const sent = await sendParts(client, ctx, { id, parts: differences.parts });
  const typed = listingType ? await setListingType(client, ctx, { id, listingType }) : null;
  const kept = (mensagem: string | null) => (mensagem === null ? [] : [warnUnchanged(mensagem)]);
  return { ...sent, avisos: [...kept(renamed), ...sent.avisos, ...kept(typed)] };
}

async function sendParts(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id, parts }: { id: string; parts: readonly DifferingPart[] },
): Promise<Sent> {
  const [first, ...others] = parts;
  if (first === undefined) return { item: null, avisos: [], refused: [] };
  const fields = Object.assign({}, ...parts.map((part) => part.fields));
  const change = await changeItem(client, ctx, { id, fields });
  if ('item' in change) return { item: change.item, avisos: toWarnings(change.item), refused: [] };
  if (others.length === 0) {
    const mensagem = `Alteração não aceita (${first.name}): ${toReasons(change.refusal).join(' ')}`;
    return { item: null, avisos: [{ codigo: 'alteracao_recusada', mensagem }], refused: [first.name] };
  }
  // A field that is refused takes all that came with it along: the others get their chance alone.
  const each: Sent[] = [];
  for (const part of parts) each.push(await sendParts(client, ctx, { id, parts: [part] }));
  return {
    item: each.findLast(({ item }) => item !== null)?.item ?? null,
    avisos: each.flatMap(({ avisos }) => avisos),
    refused: each.flatMap(({ refused }) => refused),
  };
}

/** Answers why it stays as it was, or null. */
async function setListingType(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { id, listingType }: { id: string; listingType: string },
): Promise<string | null> {
  const response = await client.ask(ctx, {
    operation: 'ml.items.listing_type',
    method: 'POST',
    path: `/items/${id}/listing_type`,
    body: { json: { id: listingType } },
  });
  if (response.status < 300) return null;
  const reasons = toReasons(parseError(response)).join(' ');
  return `O tipo do anúncio continua o mesmo (o Mercado Livre deixa mudá-lo uma única vez): ${reasons}`;
}

const KEPT = 'O nome do anúncio continua o mesmo no Mercado Livre';
const SHARED = `${KEPT}: ele é comum a outras variações. Mude-o no próprio Mercado Livre.`;
const TAKEN = `${KEPT}: uma mudança anterior ainda está em andamento, ou outro anúncio seu já tem este nome.`;
const UNKNOWN = `${KEPT}: não foi possível ler a família do anúncio. Mude-o no próprio Mercado Livre.`;

/**
 * Renames a user product's family, from which Mercado Livre builds the title; answers why it was not, or null. The
 * item itself refuses `family_name`. A family of several products is left alone: one product's name is not the
 * others'.
 */
async function renameFamily(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { item, family_name }: { item: unknown; family_name: string },
): Promise<string | null> {
  const id = numberAt(item, 'family_id');
  // Longer numbers lose digits in JSON and would name another family.
  if (id === null || !Number.isSafeInteger(id)) return UNKNOWN;
  const path = `/user-products-families/${id}`;
  const read = { operation: 'ml.families.read', method: 'GET', path: `/sites/MLB${path}` } as const;
  const family = await client.ask(ctx, read);
  const products = family.status < 300 ? listAt(family.json(), 'user_products_ids') : [];
  if (products.length === 0) return UNKNOWN;
  if (products.length > 1) return SHARED;
  const body = { json: { family_name } };
  const renamed = await client.ask(ctx, { operation: 'ml.families.update', method: 'PUT', path, body });
  if (renamed.status < 300) return null;
  return renamed.status === 409 ? TAKEN : `${KEPT}: ${toReasons(parseError(renamed)).join(' ')}`;
}

function differs({ parts, familyName, listingType }: Differences): boolean {
  return parts.length > 0 || familyName !== null || listingType !== null;
}

/** The picture that the listing has now. Without one in the product it keeps the earlier one. */
function pictureSent({ imagem_url, imagem_enviada }: ListingProduct): string {
  return imagem_url ?? imagem_enviada ?? '';
}
