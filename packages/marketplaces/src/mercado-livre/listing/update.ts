import { centsAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import type { MercadoLivreApi } from '../client';
import { readRefusal } from '../errors';
import type { CategoryRulesCache } from './category';
import { writeDescription } from './description';
import { type RevisedPart, type Revision, revisionOf } from './differences';
import { renameFamily } from './family-name';
import type { Items } from './items';
import { reasonsOf, remarksIn } from './reasons';
import { hasVariations, publishResultOf } from './state';

const MANAGED_PRICE = 'O preço deste anúncio é controlado por uma automação de preços do Mercado Livre.';
const IN_REVIEW =
  'Durante a revisão o Mercado Livre não aceita mudanças: as últimas alterações do produto não foram enviadas. ' +
  'Depois da revisão, despublique e publique de novo.';

const CHANGEABLE = new Set(['active', 'paused']);

/** What became of the parts of a revision: the item as it is now (null: as it was), and which were refused. */
type Sent = { item: unknown | null; avisos: string[]; refused: RevisedPart['nome'][] };

/** Listings that exist already: what differs from the product is changed, and nothing else is sent. */
export class ListedItems {
  readonly #api: MercadoLivreApi;
  readonly #items: Items;
  readonly #categories: CategoryRulesCache;

  constructor(api: MercadoLivreApi, items: Items, categories: CategoryRulesCache) {
    this.#api = api;
    this.#items = items;
    this.#categories = categories;
  }

  /** Makes the item show the product and brings it on sale. What Mercado Livre does not take becomes a warning. */
  async bringUpToDate(ctx: AdapterContext, produto: ListingProduct, item: unknown): Promise<PublishResult> {
    const id = textAt(item, 'id') ?? '';
    if (hasVariations(item)) {
      const motivo = `Já existe um anúncio com este SKU (${id}) e ele tem variações, o que a Esteira ainda não suporta.`;
      return { status: 'rejected', motivos: [motivo] };
    }
    const revision = await this.#revision(ctx, produto, item);
    const isRepriced = centsAt(item, 'price') !== produto.preco_centavos;
    // Under review or blocked: nothing can be changed there, and the reason is the item's own.
    if (!CHANGEABLE.has(textAt(item, 'status') ?? ''))
      return publishResultOf(item, { avisos: isRepriced || isChange(revision) ? [IN_REVIEW] : [] });
    const avisos = [...revision.avisos];
    // Before the stock, so that a listing never comes back on sale at its old price.
    if (isRepriced) {
      const price = await this.#items.setPrice(ctx, id, produto.preco_centavos);
      if (price === 'managed_by_marketplace') avisos.push(MANAGED_PRICE);
    }
    const onSale = await this.#items.bringOnSale(ctx, item, produto.estoque);
    const revised = await this.#revise(ctx, item, revision);
    const aviso = await writeDescription(this.#api, ctx, { id, descricao: produto.descricao, isNew: false });
    avisos.push(...revised.avisos, ...(aviso ? [aviso] : []));
    const pictured = revised.refused.includes('imagem') ? {} : { imagem_enviada: pictureSent(produto) };
    return publishResultOf(revised.item ?? onSale, { avisos: [...new Set(avisos)], ...pictured });
  }

  async #revision(ctx: AdapterContext, produto: ListingProduct, item: unknown): Promise<Revision> {
    const categoria = textAt(item, 'category_id') ?? '';
    const rules = await this.#categories.read(ctx, categoria);
    if (rules) return revisionOf(item, { produto, rules, predicted: new Map() });
    return { parts: [], familyName: null, listingType: null, avisos: [] };
  }

  /** After the stock, because some accounts refuse changes of an item that is not on sale (§1.4). */
  async #revise(ctx: AdapterContext, item: unknown, revision: Revision): Promise<Sent> {
    const id = textAt(item, 'id') ?? '';
    const { familyName, listingType } = revision;
    // Before the attributes, which may move the item to another family.
    const renamed = familyName && (await renameFamily(this.#api, ctx, { item, family_name: familyName }));
    const sent = await this.#send(ctx, id, revision.parts);
    const typed = listingType && (await this.#setType(ctx, id, listingType));
    return { ...sent, avisos: [renamed, ...sent.avisos, typed].filter((aviso) => aviso !== null) };
  }

  async #send(ctx: AdapterContext, id: string, parts: readonly RevisedPart[]): Promise<Sent> {
    const [first, ...others] = parts;
    if (first === undefined) return { item: null, avisos: [], refused: [] };
    const fields = Object.assign({}, ...parts.map((part) => part.fields));
    const change = await this.#items.change(ctx, id, fields);
    if ('item' in change) return { item: change.item, avisos: remarksIn(change.item), refused: [] };
    if (others.length === 0) {
      const aviso = `Alteração não aceita (${first.nome}): ${reasonsOf(change.refusal).join(' ')}`;
      return { item: null, avisos: [aviso], refused: [first.nome] };
    }
    // A field that is refused takes all that came with it along: the others get their chance alone.
    const each: Sent[] = [];
    for (const part of parts) each.push(await this.#send(ctx, id, [part]));
    return {
      item: each.findLast(({ item }) => item !== null)?.item ?? null,
      avisos: each.flatMap(({ avisos }) => avisos),
      refused: each.flatMap(({ refused }) => refused),
    };
  }

  /** Answers the warning for the seller, or null. */
  async #setType(ctx: AdapterContext, id: string, listingType: string): Promise<string | null> {
    const answer = await this.#api.ask(ctx, 'ml.items.listing_type', {
      method: 'POST',
      path: `/items/${id}/listing_type`,
      body: { json: { id: listingType } },
    });
    if (answer.status < 300) return null;
    const reasons = reasonsOf(readRefusal(answer)).join(' ');
    return `O tipo do anúncio continua o mesmo (o Mercado Livre deixa mudá-lo uma única vez): ${reasons}`;
  }
}

function isChange({ parts, familyName, listingType }: Revision): boolean {
  return parts.length > 0 || familyName !== null || listingType !== null;
}

/** The picture that the listing has now. Without one in the product it keeps the earlier one. */
function pictureSent({ imagem_url, imagem_enviada }: ListingProduct): string {
  return imagem_url ?? imagem_enviada ?? '';
}
