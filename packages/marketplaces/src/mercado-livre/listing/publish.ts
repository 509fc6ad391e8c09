import type { ListingModel } from '../../account';
import { AdapterError } from '../../adapter-error';
import { textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import { listingModelOf } from '../auth';
import type { MercadoLivreApi } from '../client';
import { type Refusal, readRefusal, refusalError } from '../errors';
import { CategoryRulesCache, type Prediction, predictCategory } from './category';
import { writeDescription } from './description';
import {
  isPublicPicture,
  type ListingDraft,
  listingPayload,
  missingFor,
  sellerSku,
  shortened,
} from './draft';
import type { Items } from './items';
import {
  blockingReasons,
  isOtherModel,
  isUnableToList,
  judge,
  NOT_A_LEAF,
  reasonsOf,
  remarksIn,
  UNABLE_TO_LIST,
} from './reasons';
import { publishResultOf } from './state';
import { ListedItems } from './update';

type Attempt = { item: unknown; avisos: string[] } | { refusal: Refusal };

/** Brings products on sale: a new listing, or the earlier one up to date. */
export class Publisher {
  readonly #api: MercadoLivreApi;
  readonly #items: Items;
  readonly #categories: CategoryRulesCache;
  readonly #listed: ListedItems;

  constructor(api: MercadoLivreApi, items: Items) {
    this.#api = api;
    this.#items = items;
    this.#categories = new CategoryRulesCache(api);
    this.#listed = new ListedItems(api, items, this.#categories);
  }

  async publish(ctx: AdapterContext, produto: ListingProduct): Promise<PublishResult> {
    const motivos = refusedAtSight(produto);
    if (motivos.length > 0) return { status: 'rejected', motivos };
    const existing = await this.#existing(ctx, produto);
    try {
      return existing
        ? await this.#listed.bringUpToDate(ctx, produto, existing)
        : await this.#create(ctx, produto);
    } catch (error) {
      // What the marketplace does not take is a result; everything else stays an error.
      if (!(error instanceof AdapterError) || error.kind !== 'validation') throw error;
      return { status: 'rejected', motivos: [error.message] };
    }
  }

  async #existing(ctx: AdapterContext, produto: ListingProduct): Promise<unknown | null> {
    const known = produto.id_externo ? await this.#items.find(ctx, produto.id_externo) : null;
    return known ?? this.#items.findBySku(ctx, sellerSku(produto));
  }

  async #create(ctx: AdapterContext, produto: ListingProduct): Promise<PublishResult> {
    const draft = await this.#draft(ctx, produto);
    if ('motivos' in draft) return { status: 'rejected', motivos: draft.motivos };
    const attempt = await this.#createAsAccountDoes(ctx, draft);
    if ('refusal' in attempt) return { status: 'rejected', motivos: reasonsOf(attempt.refusal) };
    const { item } = attempt;
    const avisos = [...shortened(draft), ...attempt.avisos];
    const id = textAt(item, 'id') ?? '';
    const aviso = await writeDescription(this.#api, ctx, { id, descricao: produto.descricao, isNew: true });
    if (aviso) avisos.push(aviso);
    return publishResultOf(item, { avisos, imagem_enviada: produto.imagem_url ?? '' });
  }

  /** Finds the category and looks for what it demands. */
  async #draft(ctx: AdapterContext, produto: ListingProduct): Promise<ListingDraft | { motivos: string[] }> {
    const category = await this.#category(ctx, produto);
    if (!category) {
      const motivo =
        'O Mercado Livre não reconheceu a categoria pelo nome do produto. Informe a categoria do Mercado Livre, ou ' +
        'um nome com o tipo, a marca e o modelo.';
      return { motivos: [motivo] };
    }
    const rules = await this.#categories.read(ctx, category.categoria);
    if (!rules) return { motivos: [`A categoria ${category.categoria} não existe no Mercado Livre.`] };
    if (!rules.takesListings) return { motivos: [NOT_A_LEAF] };
    const draft = { produto, rules, predicted: category.attributes };
    const motivos = missingFor(draft);
    return motivos.length > 0 ? { motivos } : draft;
  }

  async #category(ctx: AdapterContext, produto: ListingProduct): Promise<Prediction | null> {
    const chosen = produto.categoria_ml?.trim().toUpperCase();
    if (chosen && /^MLB\d{1,12}$/.test(chosen)) return { categoria: chosen, attributes: new Map() };
    const named = produto.nome.toLowerCase();
    const more = [produto.marca, produto.modelo].filter(
      (part) => part && !named.includes(part.toLowerCase()),
    );
    return predictCategory(this.#api, ctx, [produto.nome, ...more].join(' ').trim().slice(0, 200));
  }

  /** Complaint 11: the model is a guess that Mercado Livre may refuse; then the tag is read again, once. */
  async #createAsAccountDoes(ctx: AdapterContext, draft: ListingDraft): Promise<Attempt> {
    const { modelo_anuncio } = await this.#api.account(ctx);
    const modelo = modelo_anuncio ?? (await this.#readModel(ctx));
    const first = await this.#validateAndCreate(ctx, listingPayload(draft, modelo));
    if (!('refusal' in first) || !isOtherModel(first.refusal)) return first;
    const now = await this.#readModel(ctx);
    await this.#api.remember(ctx, { modelo_anuncio: now });
    // The refusal itself says which field it wants, even where the tag lags behind.
    const other = modelo === 'user_product' ? 'classic' : 'user_product';
    return this.#validateAndCreate(ctx, listingPayload(draft, other));
  }

  async #readModel(ctx: AdapterContext): Promise<NonNullable<ListingModel>> {
    const answer = await this.#api.call(ctx, 'ml.users.read', { method: 'GET', path: '/users/me' });
    return listingModelOf(answer.json());
  }

  async #validateAndCreate(ctx: AdapterContext, payload: Record<string, unknown>): Promise<Attempt> {
    const body = { json: payload };
    const checked = await this.#api.ask(ctx, 'ml.items.validate', {
      method: 'POST',
      path: '/items/validate',
      body,
    });
    const avisos: string[] = [];
    if (checked.status >= 300) {
      const refusal = refusalOf(readRefusal(checked));
      if (blockingReasons(refusal).length > 0) return { refusal };
      avisos.push(...judge(refusal.causes).avisos);
    }
    const created = await this.#api.ask(ctx, 'ml.items.create', { method: 'POST', path: '/items', body });
    // 206 is a success with parts missing (§1.3).
    if (created.status >= 300) return { refusal: refusalOf(readRefusal(created)) };
    const item = created.json();
    if (!textAt(item, 'id')) {
      throw new AdapterError('upstream_unavailable', 'O Mercado Livre deu uma resposta incompleta.');
    }
    avisos.push(...remarksIn(item));
    return { item, avisos: [...new Set(avisos)] };
  }
}

/** Only a 400 is about the product; the rest is about the account or the call. */
function refusalOf(refusal: Refusal): Refusal {
  if (isUnableToList(refusal)) throw refusalError({ ...refusal, status: 403 }, UNABLE_TO_LIST);
  if (refusal.status !== 400) throw refusalError(refusal);
  return refusal;
}

function refusedAtSight({ nome, preco_centavos, estoque, imagem_url }: ListingProduct): string[] {
  const motivos: string[] = [];
  if (nome.trim() === '') motivos.push('O título do anúncio é obrigatório.');
  if (!Number.isSafeInteger(preco_centavos) || preco_centavos < 1)
    motivos.push('O preço precisa ser maior que zero.');
  if (!Number.isSafeInteger(estoque) || estoque < 1) {
    motivos.push('O anúncio precisa de ao menos 1 unidade em estoque.');
  }
  if (imagem_url && !isPublicPicture(imagem_url)) {
    motivos.push(
      'O Mercado Livre não consegue baixar a imagem. Use um endereço público de uma imagem JPG ou PNG.',
    );
  }
  return motivos;
}
