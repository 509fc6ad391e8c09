import { distinctWarnings, type ListingWarning } from '@esteira/domain/products/listing-warnings';
import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import type { HttpResponse } from '../http/call';
import { at, listAt, textAt } from '../http/json';

/** One reason of an error response. Only `blocks` ones refuse; the others come along as warnings. */
export type Cause = { code: string | null; number: number | null; message: string | null; blocks: boolean };

/** An error response of Mercado Livre, whichever of its shapes it came in. */
export type ApiError = { status: number; error: string | null; message: string | null; causes: Cause[] };

/**
 * Reads an error body: `cause` may be a list of objects, an object, texts, or missing
 * (docs/marketplace-rules.md#mercado-livre-refusals).
 */
export function parseError(response: HttpResponse): ApiError {
  const body = response.jsonOrNull();
  return {
    status: response.status,
    error: textAt(body, 'error') ?? textAt(body, 'error_code') ?? textAt(body, 'code'),
    message: textAt(body, 'message') ?? textAt(body, 'error_description'),
    causes: parseCauses(at(body, 'cause') ?? at(body, 'causes')),
  };
}

/** The reasons in a `cause` or `warnings` value. */
export function parseCauses(value: unknown): Cause[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.map(parseCause).filter((cause) => cause !== null);
}

function parseCause(value: unknown): Cause | null {
  if (typeof value === 'string') return { code: value, number: null, message: null, blocks: true };
  const code = textAt(value, 'code');
  const message = textAt(value, 'message');
  if (!code && !message) return null;
  const number = Number(textAt(value, 'cause_id') ?? Number.NaN);
  return {
    code,
    message,
    number: Number.isNaN(number) ? null : number,
    blocks: textAt(value, 'type') !== 'warning',
  };
}

/** Whether the code stands anywhere in the response: in `error`, `message` or a cause. */
export function mentions(error: ApiError, code: string): boolean {
  const texts = [error.error, error.message, ...error.causes.flatMap((c) => [c.code, c.message])];
  return texts.some((text) => text?.toLowerCase().includes(code.toLowerCase()));
}

/** Whether a successful response carries a warning with this code. */
export function hasWarning(body: unknown, code: string): boolean {
  return listAt(body, 'warnings').some((warning) => textAt(warning, 'code') === code);
}

const KINDS: Readonly<Record<number, readonly [AdapterErrorKind, string]>> = {
  400: ['validation', 'O Mercado Livre recusou os dados enviados.'],
  401: ['reconnect_required', 'A conta do Mercado Livre precisa ser conectada novamente.'],
  403: ['forbidden', 'A conta do Mercado Livre não tem permissão para esta operação.'],
  404: ['not_found', 'Não encontrado na conta do Mercado Livre.'],
  409: ['conflict', 'O anúncio ou pedido mudou no Mercado Livre. Atualize e tente novamente.'],
};

/** The error for a response that the caller has no better word for. */
export function toAdapterError(error: ApiError, mensagem?: string): AdapterError {
  const [kind, sentence] = KINDS[error.status] ?? [
    error.status < 400 ? ('upstream_unavailable' as const) : ('validation' as const),
    `O Mercado Livre recusou a chamada (código ${error.status}).`,
  ];
  return new AdapterError(kind, mensagem ?? sentence, {
    cause: `HTTP ${error.status}: ${listCodes(error)}`,
  });
}

/** Codes only: the texts of a response may quote what was sent. */
function listCodes({ error, causes }: ApiError): string {
  const codes = [error, ...causes.map(({ code }) => code)].filter(
    (code) => code && /^[\w.-]{1,80}$/.test(code),
  );
  return codes.join(', ') || 'no code';
}

/** Portuguese names of the attributes that Mercado Livre asks for most; others keep their id. */
const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  BRAND: 'Marca',
  MODEL: 'Modelo',
  GTIN: 'EAN',
  EMPTY_GTIN_REASON: 'Motivo de não ter código',
  COLOR: 'Cor',
  MAIN_COLOR: 'Cor principal',
  SIZE: 'Tamanho',
  GENDER: 'Gênero',
  AGE_GROUP: 'Faixa etária',
  VOLTAGE: 'Voltagem',
  MATERIAL: 'Material',
  PART_NUMBER: 'Número de peça',
  LINE: 'Linha',
  ITEM_CONDITION: 'Condição',
  SELLER_SKU: 'SKU',
  UNITS_PER_PACK: 'Unidades por kit',
  SALE_FORMAT: 'Formato de venda',
  SIZE_GRID_ID: 'Tabela de medidas',
  SIZE_GRID_ROW_ID: 'Linha da tabela de medidas',
  SELLER_PACKAGE_WEIGHT: 'Peso da embalagem',
  SELLER_PACKAGE_HEIGHT: 'Altura da embalagem',
  SELLER_PACKAGE_WIDTH: 'Largura da embalagem',
  SELLER_PACKAGE_LENGTH: 'Comprimento da embalagem',
};

/** The product's own fields, so that the seller knows where to go. */
const FILLED_BY_PRODUCT = new Set(['BRAND', 'MODEL', 'GTIN', 'EMPTY_GTIN_REASON']);

const NO_CODE = ' Se ele não tem código de barras, escolha o motivo em “Dados para os marketplaces”.';

const SIZE_GRID =
  'Esta categoria exige tabela de medidas (roupas e calçados), o que a Esteira ainda não suporta. ' +
  'Publique este produto direto no Mercado Livre.';
const BAD_GTIN = 'O EAN não é válido para este produto. Confira os números do código de barras.';
const NO_PICTURE = 'O anúncio precisa de ao menos uma imagem. Preencha a URL da imagem.';
const SMALL_PICTURE = 'A imagem é pequena demais: o Mercado Livre pede ao menos 500 pixels de lado.';
/** Said of a category with others below it. */
export const NOT_A_LEAF = 'Não é possível anunciar nesta categoria. Escolha uma categoria mais específica.';
const BRAND_NOT_ALLOWED = 'Sua conta não está autorizada a anunciar esta marca nesta categoria.';
const PACKAGE = 'Esta categoria exige o peso e as medidas da embalagem, que a Esteira ainda não envia.';
const SHORT_TITLE = 'O nome do produto é curto demais: inclua o tipo, a marca e o modelo.';
const ME2_NEEDED = 'Esta categoria exige o Mercado Envios, que a sua conta precisa ativar.';

/** By `cause_id`, the steadiest part of a cause (docs/marketplace-rules.md#mercado-livre-refusals). */
const BY_NUMBER: Readonly<Record<number, string>> = {
  109: 'O preço está abaixo do mínimo desta categoria.',
  126: NOT_A_LEAF,
  173: NO_PICTURE,
  462: 'O título é longo demais para esta categoria.',
  2610: SIZE_GRID,
  3250: BRAND_NOT_ALLOWED,
  3701: BAD_GTIN,
  3703: SMALL_PICTURE,
  3705: SHORT_TITLE,
  3707: 'A descrição é longa demais.',
  3715: SHORT_TITLE,
  4029: ME2_NEEDED,
  5400: PACKAGE,
  5402: PACKAGE,
  7710: BAD_GTIN,
  7711: BAD_GTIN,
  7712: BAD_GTIN,
  7713: BAD_GTIN,
  7714: BAD_GTIN,
  7810: `O Mercado Livre exige o EAN deste produto. Preencha o EAN no cadastro.${NO_CODE}`,
};

/** Codes are much shorter; some patterns take time that grows faster than the text. */
const MAX_CODE_LENGTH = 200;

/** By a part of the code, the most specific first. */
const BY_CODE: readonly (readonly [RegExp, string])[] = [
  [/size_grid|fashion_grid/, SIZE_GRID],
  [/picture.*(?:size|dimension)/, SMALL_PICTURE],
  [/picture.*(?:required|mandatory|empty)/, NO_PICTURE],
  [/picture/, 'A imagem não foi aceita. Use um endereço público de uma imagem JPG ou PNG de até 10 MB.'],
  [/product_identifier|gtin/, BAD_GTIN],
  [/not_modifiable|not_updatable/, 'O Mercado Livre não deixa mais mudar esta informação.'],
  [/title.*(?:max|length)/, 'O título é longo demais para esta categoria.'],
  [/title|family_name/, 'O Mercado Livre não aceitou o título do anúncio.'],
  [/category/, NOT_A_LEAF],
  [/listing_type/, 'O tipo de anúncio não está disponível para esta conta ou categoria.'],
  [/price/, 'O preço não é aceito nesta categoria.'],
  [/quantity|stock/, 'A quantidade em estoque não é aceita para este anúncio.'],
  [/condition/, 'A condição do produto não é aceita nesta categoria.'],
  [/seller_package|dimension/, PACKAGE],
  [/me2_adoption|shipping\.mode/, ME2_NEEDED],
  [/free_shipping/, 'Neste preço o frete grátis é obrigatório: o Mercado Livre vai ativá-lo.'],
  [/shipping/, 'A configuração de envio da conta não permite este anúncio. Confira o Mercado Envios.'],
  [/sale_terms|warranty/, 'Esta categoria exige os dados da garantia, que a Esteira ainda não envia.'],
  [/description/, 'O Mercado Livre não aceitou a descrição.'],
  [/seller_contact/, 'Retire telefone, e-mail e links do nome e da descrição do produto.'],
  [/moderation|brand/, BRAND_NOT_ALLOWED],
];

/** A cause as a Portuguese sentence for the seller. An unknown one keeps its code, so that support can search it. */
export function toSentence(cause: Cause): string {
  const code = cause.code?.toLowerCase() ?? '';
  const attributes = attributesIn(cause);
  if (attributes.length > 0 && (cause.number === 147 || code.includes('required'))) {
    return toMissingAttributes(attributes);
  }
  const worded = wordsFor(cause);
  const fields = attributes.length > 0 ? ` Campo: ${attributes.map(attributeName).join(', ')}.` : '';
  if (worded) return `${worded}${fields}`;
  if (fields) return `O Mercado Livre não aceitou um campo do anúncio.${fields}${quoteCode(cause)}`;
  return `O Mercado Livre recusou o anúncio.${quoteCode(cause)}`;
}

/** The sentence for a known number or code; null for others. */
function wordsFor({ code, number }: Cause): string | null {
  const known = number === null ? undefined : BY_NUMBER[number];
  const read = code?.slice(0, MAX_CODE_LENGTH).toLowerCase() ?? '';
  return known ?? BY_CODE.find(([pattern]) => pattern.test(read))?.[1] ?? null;
}

/** What is said of attributes that the category demands and the product does not have. */
export function toMissingAttributes(ids: readonly string[]): string {
  if (ids.some((id) => id.startsWith('SIZE_GRID'))) return SIZE_GRID;
  const list = ids.map(attributeName).join(', ');
  const [subject, verb] =
    ids.length === 1 ? ['O atributo', 'é obrigatório'] : ['Os atributos', 'são obrigatórios'];
  const sentence = `${subject} ${list} ${verb} nesta categoria.`;
  const noCode = ids.some((id) => id === 'GTIN' || id === 'EMPTY_GTIN_REASON') ? NO_CODE : '';
  if (ids.every((id) => FILLED_BY_PRODUCT.has(id)))
    return `${sentence} Preencha no cadastro do produto.${noCode}`;
  const unknown = ids.filter((id) => !FILLED_BY_PRODUCT.has(id)).map(attributeName);
  return `${sentence} A Esteira ainda não tem campo para: ${unknown.join(', ')}.`;
}

/** `Marca (BRAND)`: the word that the seller knows and the id that Mercado Livre's own pages show. */
export function attributeName(id: string): string {
  const name = ATTRIBUTE_NAMES[id];
  return name ? `${name} (${id})` : id;
}

/** `[BRAND, MODEL]` in the message: the only place where the response says which attributes are meant. */
function attributesIn({ message }: Cause): string[] {
  const lists = message?.matchAll(/\[([A-Z][A-Z0-9_]*(?:,\s*[A-Z][A-Z0-9_]*)*)\]/g) ?? [];
  const ids = [...lists].flatMap(([, list]) => (list ?? '').split(/,\s*/));
  // Categories and items stand in brackets too.
  return [...new Set(ids)].filter((id) => !/^ML[A-Z]\d+$/.test(id));
}

function quoteCode({ code, number }: Cause): string {
  const shown = code && /^[\w.-]{1,80}$/.test(code) ? code : number;
  return shown === null ? '' : ` (código ${shown})`;
}

/** Checks made only by validation that creation does not make: taken for warnings, never for a refusal. */
const FALSE_ALARM = /lost_me1_by_user/;

/** Sentences of the causes that refuse, and of those that only warn; repetitions once. */
export function sortCauses(causes: readonly Cause[]): { motivos: string[]; avisos: ListingWarning[] } {
  const blocking = causes.filter((cause) => cause.blocks && !FALSE_ALARM.test(cause.code ?? ''));
  const warning = causes.filter((cause) => !cause.blocks && !FALSE_ALARM.test(cause.code ?? ''));
  return {
    motivos: [...new Set(blocking.map(toSentence))],
    avisos: distinctWarnings(warning.map(toWarning)),
  };
}

/** Mercado Livre's warnings about an item that it accepted, for the seller. */
export function toWarnings(item: unknown): ListingWarning[] {
  const warnings = parseCauses(at(item, 'warnings'));
  return sortCauses(warnings.map((cause) => ({ ...cause, blocks: false }))).avisos;
}

/** A warning: the listing was taken all the same, so nothing is called refused or mandatory. */
function toWarning(cause: Cause): ListingWarning {
  return { codigo: 'observacao', mensagem: wordsFor(cause) ?? toObservation(cause) };
}

function toObservation(cause: Cause): string {
  const attributes = attributesIn(cause);
  if (attributes.length > 0) {
    return `O Mercado Livre pede atenção a estes campos do anúncio: ${attributes.map(attributeName).join(', ')}.`;
  }
  return `O Mercado Livre fez uma observação sobre o anúncio.${quoteCode(cause)}`;
}

/** The seller's account may not list at all: publishing anything else is useless too. */
export function isUnableToList(error: ApiError): boolean {
  return mentions(error, 'seller.unable_to_list');
}

/** What the seller reads then. */
export const UNABLE_TO_LIST =
  'O Mercado Livre não permite que esta conta anuncie agora. Abra o Mercado Livre, complete o cadastro da conta ' +
  '(endereço, telefone, documentos) e publique de novo.';

/** What blocks a publication. Empty when the response holds nothing but warnings, which do not. */
export function toBlockingReasons(error: ApiError): string[] {
  if (error.causes.length > 0) return sortCauses(error.causes).motivos;
  const code = [error.message, error.error].find((text) => text && /^[\w.]+$/.test(text)) ?? null;
  const message = [error.error, error.message].find((text) => text !== code) ?? null;
  return [toSentence({ code, message, number: null, blocks: true })];
}

/** Why something was refused for certain; never empty. */
export function toReasons(error: ApiError): string[] {
  const blocking = toBlockingReasons(error);
  return blocking.length > 0 ? blocking : [...new Set(error.causes.map(toSentence))];
}

/** Whether `title` or `family_name` was the trouble: the account publishes by the other model. */
export function isOtherModel(error: ApiError): boolean {
  const aboutFields = mentions(error, 'invalid_fields') || mentions(error, 'required_fields');
  return (
    aboutFields &&
    ['title', 'family_name', 'family name', 'available_quantity', 'stock_locations'].some((field) =>
      mentions(error, field),
    )
  );
}
