import { MINUTE_MS } from '@esteira/domain/durations';
import { distinctWarnings, type ListingWarning } from '@esteira/domain/products/listing-warnings';
import type { ListingModel } from '../../account';
import { AdapterError } from '../../adapter-error';
import { isMadeSince, offerRefusals } from '../../checks';
import { dateAt, textAt } from '../../http/json';
import type { AdapterContext, ListingProduct, PublishResult } from '../../port';
import type { MercadoLivreClient } from '../client';
import {
  type ApiError,
  isOtherModel,
  isUnableToList,
  NOT_A_LEAF,
  parseError,
  sortCauses,
  toAdapterError,
  toBlockingReasons,
  toReasons,
  toWarnings,
  UNABLE_TO_LIST,
} from '../errors';
import { type Depot, findDepot, NO_SINGLE_DEPOT } from './depots';
import { isSameText } from './differences';
import {
  findCategory,
  findMissing,
  isPublicPicture,
  type ListingDraft,
  readCategoryRules,
  toListingPayload,
  toSellerSku,
  toTitle,
  warnOfShortTitle,
} from './draft';
import { findItem, findItemsBySku, toPublishResult, writeDescription } from './items';
import { updateItem } from './update';

type Attempt = { item: unknown; avisos: ListingWarning[] } | { refusal: ApiError };

/** Brings a product on sale: a new listing, or the earlier one up to date. */
export async function publish(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  produto: ListingProduct,
): Promise<PublishResult> {
  const motivos = refuseAtSight(produto);
  if (motivos.length > 0) return { status: 'rejected', motivos };
  const known = produto.id_externo ? await findItem(client, ctx, produto.id_externo) : null;
  const found = known ? [] : await findItemsBySku(client, ctx, toSellerSku(produto));
  const item = known ?? (await findOwnCreation(client, ctx, { produto, found }));
  const [other] = found;
  if (!item && other) return { status: 'already_exists', id_externo: textAt(other, 'id') ?? '' };
  try {
    return item ? await updateItem(client, ctx, { produto, item }) : await createItem(client, ctx, produto);
  } catch (error) {
    // What the marketplace does not take is a result; everything else stays an error.
    if (!(error instanceof AdapterError) || error.kind !== 'validation') throw error;
    return { status: 'rejected', motivos: [error.message] };
  }
}

/** What our own unanswered creation made: it is no older than that, and bears the name that was sent. */
async function findOwnCreation(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { produto, found }: { produto: ListingProduct; found: readonly unknown[] },
): Promise<unknown | null> {
  for (const item of found) {
    if (!isMadeSince(dateAt(item, 'date_created'), produto.tentado_em)) continue;
    const rules = await readCategoryRules(client, ctx, textAt(item, 'category_id') ?? '');
    const shown = textAt(item, 'family_name') ?? textAt(item, 'title') ?? '';
    if (rules && isSameText(shown, toTitle({ produto, rules, predicted: new Map() }))) return item;
  }
  return null;
}

async function createItem(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  produto: ListingProduct,
): Promise<PublishResult> {
  const draft = await makeDraft(client, ctx, produto);
  if ('motivos' in draft) return { status: 'rejected', motivos: draft.motivos };
  const attempt = await createAsAccountDoes(client, ctx, draft);
  if ('refusal' in attempt) return { status: 'rejected', motivos: toReasons(attempt.refusal) };
  const { item } = attempt;
  const id = textAt(item, 'id') ?? '';
  const unsent = await writeDescription(client, ctx, { id, descricao: produto.descricao, isNew: true });
  const avisos = [...warnOfShortTitle(draft), ...attempt.avisos, ...unsent];
  return toPublishResult(item, { avisos, imagem_enviada: produto.imagem_url ?? '' });
}

/** Finds the category and looks for what it demands. */
async function makeDraft(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  produto: ListingProduct,
): Promise<ListingDraft | { motivos: string[] }> {
  const category = await findCategory(client, ctx, produto);
  if (!category) {
    const motivo =
      'O Mercado Livre não reconheceu a categoria pelo nome do produto. Informe a categoria do Mercado Livre, ou ' +
      'um nome com o tipo, a marca e o modelo.';
    return { motivos: [motivo] };
  }
  const rules = await readCategoryRules(client, ctx, category.id);
  if (!rules) return { motivos: [`A categoria ${category.id} não existe no Mercado Livre.`] };
  if (!rules.takesListings) return { motivos: [NOT_A_LEAF] };
  const draft = { produto, rules, predicted: category.attributes };
  const motivos = findMissing(draft);
  return motivos.length > 0 ? { motivos } : draft;
}

/** The known model is a guess that Mercado Livre may refuse; then the account's tag is read again, once. */
async function createAsAccountDoes(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  draft: ListingDraft,
): Promise<Attempt> {
  const { modelo_anuncio } = await client.account(ctx);
  const model = modelo_anuncio ?? (await client.learnListingModel(ctx));
  const first = await validateAndCreate(client, ctx, { draft, model });
  if (!('refusal' in first) || !isOtherModel(first.refusal)) return first;
  const told = await client.learnListingModel(ctx);
  // The refusal itself says which field it wants, even where the tag lags behind.
  const other = model === 'classic' ? 'user_product' : 'classic';
  return validateAndCreate(client, ctx, { draft, model: told === model ? other : told });
}

async function validateAndCreate(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { draft, model }: { draft: ListingDraft; model: NonNullable<ListingModel> },
): Promise<Attempt> {
  const payload = toListingPayload(draft, model);
  if (model === 'depots') {
    const depot = await findDepot(client, ctx);
    if (depot !== null) return createAtDepot(client, ctx, { payload, depot });
    const told = await client.learnListingModel(ctx);
    if (told === 'depots') throw new AdapterError('validation', NO_SINGLE_DEPOT.mensagem);
    return validateAndCreate(client, ctx, { draft, model: told });
  }
  const body = { json: payload };
  const validate = { operation: 'ml.items.validate', method: 'POST', path: '/items/validate', body } as const;
  const checked = await client.ask(ctx, validate);
  const avisos: ListingWarning[] = [];
  if (checked.status >= 300) {
    const refusal = requireAboutProduct(parseError(checked));
    if (toBlockingReasons(refusal).length > 0) return { refusal };
    avisos.push(...sortCauses(refusal.causes).avisos);
  }
  const created = await create(client, ctx, { path: '/items', payload });
  if ('refusal' in created) return created;
  return { ...created, avisos: distinctWarnings([...avisos, ...created.avisos]) };
}

/** Units of such an account are at its depot from the beginning. */
function createAtDepot(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  {
    payload: { available_quantity: quantity, ...rest },
    depot,
  }: { payload: Record<string, unknown>; depot: Depot },
): Promise<Attempt> {
  const payload = { ...rest, stock_locations: [{ ...depot, quantity }] };
  return create(client, ctx, { path: '/items/multiwarehouse', payload });
}

/** So long after a creation without an answer its item may still be missing in the search by SKU. */
const UNANSWERED_MS = 3 * MINUTE_MS;

interface Creation {
  path: string;
  payload: Record<string, unknown>;
}

/** What was not answered is not repeated too soon: that would find nothing, and make a second listing. */
function create(client: MercadoLivreClient, ctx: AdapterContext, creation: Creation): Promise<Attempt> {
  return askToCreate(client, ctx, creation).catch((error: unknown) => {
    if (!(error instanceof AdapterError) || error.kind !== 'upstream_unavailable') throw error;
    const retryAt = new Date(client.clock().getTime() + UNANSWERED_MS);
    throw new AdapterError(error.kind, error.message, { retryAt, mayHaveCreated: true, cause: error.cause });
  });
}

async function askToCreate(
  client: MercadoLivreClient,
  ctx: AdapterContext,
  { path, payload }: Creation,
): Promise<Attempt> {
  const body = { json: payload };
  const created = await client.ask(ctx, { operation: 'ml.items.create', method: 'POST', path, body });
  // 206 is a success with parts missing.
  if (created.status >= 300) return { refusal: requireAboutProduct(parseError(created)) };
  const item = created.json();
  if (!textAt(item, 'id')) {
    throw new AdapterError('upstream_unavailable', 'O Mercado Livre deu uma resposta incompleta.');
  }
  return { item, avisos: toWarnings(item) };
}

/** Only a 400 is about the product; the rest is about the account or the call. */
function requireAboutProduct(refusal: ApiError): ApiError {
  if (isUnableToList(refusal)) throw toAdapterError({ ...refusal, status: 403 }, UNABLE_TO_LIST);
  if (refusal.status !== 400) throw toAdapterError(refusal);
  return refusal;
}

function refuseAtSight(produto: ListingProduct): string[] {
  const { nome, imagem_url } = produto;
  const motivos: string[] = [];
  if (nome.trim() === '') motivos.push('O título do anúncio é obrigatório.');
  motivos.push(...offerRefusals(produto));
  if (imagem_url && !isPublicPicture(imagem_url)) {
    motivos.push(
      'O Mercado Livre não consegue baixar a imagem. Use um endereço público de uma imagem JPG ou PNG.',
    );
  }
  return motivos;
}
