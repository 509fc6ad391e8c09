import { AdapterError, type AdapterErrorKind } from '../adapter-error';
import type { HttpResponse } from '../http/call';
import { at, listAt, textAt } from '../http/json';

const MISSING = /not.?found|does not exist/i;
const BAD_TOKEN = /access token.*(?:expired|revoked|malformed|invalid)/i;

/** How much of an error text is looked through: the pattern takes time that grows faster than the text. */
const MAX_READ = 2_000;

/** Amazon's error text can be long; the seller sees its beginning. */
const MAX_QUOTE = 200;

/** Whether the response refuses the access token itself, so that renewing it may help. */
export function isTokenRefused(response: HttpResponse): boolean {
  if (response.status === 401) return true;
  if (response.status !== 403) return false;
  const { message, details } = firstError(response);
  return BAD_TOKEN.test(`${message} ${details}`.slice(0, MAX_READ));
}

/** The error for a response of 3xx or 4xx; the token and 429 are handled elsewhere. */
export function toAdapterError(response: HttpResponse): AdapterError {
  const { code, message } = firstError(response);
  const requestId = response.headers.get('x-amzn-requestid');
  const cause = `HTTP ${response.status} ${code}${requestId ? `, request ${requestId}` : ''}`;
  if (response.status < 400) return unexpectedResponse(`HTTP ${response.status}`);
  return new AdapterError(...classify(response.status, { code, message }), { cause });
}

type Said = { code: string; message: string };

function classify(status: number, { code, message }: Said): [AdapterErrorKind, string] {
  if (status === 401)
    return ['auth_expired', 'A Amazon recusou o acesso à conta. Tente novamente em instantes.'];
  if (status === 403) {
    return [
      'forbidden',
      'A Amazon não autorizou esta operação: falta uma permissão (função) ao aplicativo, ou a conta retirou ' +
        'o acesso. Confira as funções do aplicativo na Amazon e conecte a conta novamente.',
    ];
  }
  if (status === 404 || MISSING.test(code))
    return ['not_found', 'A Amazon não encontrou o anúncio ou pedido.'];
  if (status === 409) return ['conflict', 'O anúncio ou pedido mudou na Amazon. Atualize e tente novamente.'];
  if (status === 400 && MISSING.test(message)) {
    return ['not_found', 'A Amazon não encontrou o anúncio ou pedido.'];
  }
  return ['validation', `A Amazon recusou os dados enviados.${quote(message || code)}`];
}

/** Amazon's own words after our sentence; empty when it said nothing. */
export function quote(text: string): string {
  const said = text.trim();
  return said === '' ? '' : ` Resposta da Amazon: ${said.slice(0, MAX_QUOTE)}`;
}

/** Most APIs wrap their errors in `errors`; restrictions answer the bare list (models). */
function firstError(response: HttpResponse): Said & { details: string } {
  const body = response.jsonOrNull();
  const [error] = Array.isArray(body) ? body : listAt(body, 'errors');
  const field = (name: string) => textAt(at(error, name)) ?? '';
  return { code: field('code'), message: field('message'), details: field('details') };
}

/** A response of success that lacks what its model requires: nothing may be concluded from it. */
export function unexpectedResponse(operation: string): AdapterError {
  return new AdapterError(
    'upstream_unavailable',
    'A Amazon respondeu de um jeito inesperado. Tente novamente depois.',
    { cause: `${operation}: the response does not follow its model` },
  );
}

/**
 * The list that the model requires under `name`. A missing one is no empty one: an order search that is broken
 * must not pass for a search without orders.
 * @throws AdapterError `upstream_unavailable`
 */
export function requiredList(body: unknown, name: string, operation: string): unknown[] {
  const found = at(body, name);
  if (!Array.isArray(found)) throw unexpectedResponse(operation);
  return found;
}

/** The text that the model requires under `name`. @throws AdapterError `upstream_unavailable` */
export function requiredText(body: unknown, name: string, operation: string): string {
  const found = textAt(body, name);
  if (found === null) throw unexpectedResponse(operation);
  return found;
}

/** Attributes that an offer or a simple product meets, as the seller knows them. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  batteries_required: 'Precisa de pilhas',
  brand: 'Marca',
  bullet_point: 'Tópicos',
  color: 'Cor',
  condition_note: 'Observação da condição',
  condition_type: 'Condição',
  country_of_origin: 'País de origem',
  externally_assigned_product_identifier: 'EAN',
  fulfillment_availability: 'Estoque',
  item_name: 'Título',
  item_package_dimensions: 'Dimensões da embalagem',
  item_package_weight: 'Peso da embalagem',
  main_product_image_locator: 'Imagem principal',
  manufacturer: 'Fabricante',
  material: 'Material',
  max_order_quantity: 'Quantidade máxima por pedido',
  merchant_suggested_asin: 'ASIN',
  model_name: 'Modelo',
  model_number: 'Número do modelo',
  part_number: 'Código do fabricante',
  product_description: 'Descrição',
  purchasable_offer: 'Preço',
  size: 'Tamanho',
  supplier_declared_has_product_identifier_exemption: 'Isenção de EAN',
};

/** What a category of issue means; the rest is told in Amazon's words (asked for in pt_BR). */
const CATEGORY_SENTENCES: Readonly<Record<string, string>> = {
  INVALID_IMAGE: 'A imagem não atende às regras da Amazon.',
  INVALID_PRICE: 'A Amazon recusou o preço.',
  QUALIFICATION_REQUIRED: 'A Amazon exige aprovação para vender este produto.',
  DUPLICATE: 'A Amazon já tem este produto com outros dados.',
};

/** The issues of a submission or a listing that concern the marketplace, as sentences, by what they do. */
export function toIssues(body: unknown, marketplaceId: string): { erros: string[]; avisos: string[] } {
  const ours = listAt(body, 'issues').filter((issue) => {
    const markets = listAt(issue, 'marketplaceIds');
    return markets.length === 0 || markets.includes(marketplaceId);
  });
  const isError = (issue: unknown) => textAt(issue, 'severity') === 'ERROR';
  return {
    // Only ERROR keeps a listing off sale.
    erros: ours.filter(isError).map(toSentence),
    avisos: ours.filter((issue) => !isError(issue)).map(toSentence),
  };
}

function toSentence(issue: unknown): string {
  const message = textAt(issue, 'message') ?? textAt(issue, 'code') ?? '';
  const fields = listAt(issue, 'attributeNames').flatMap((name) => textAt(name) ?? []);
  const categories = listAt(issue, 'categories').flatMap((category) => textAt(category) ?? []);
  if (categories.includes('MISSING_ATTRIBUTE') && fields.length > 0) {
    return fields.length === 1
      ? `O campo ${toNames(fields)} é obrigatório.`
      : `Os campos ${toNames(fields)} são obrigatórios.`;
  }
  if (fields.length > 0) {
    const lead = fields.length === 1 ? 'Confira o campo' : 'Confira os campos';
    return `${lead} ${toNames(fields)}.${quote(message)}`;
  }
  const known = categories.map((category) => CATEGORY_SENTENCES[category]).find((text) => text !== undefined);
  return `${known ?? 'A Amazon apontou um problema no anúncio.'}${quote(message)}`;
}

/** `Marca (brand)`, so that both the seller and a support thread recognise the field. */
function toNames(fields: readonly string[]): string {
  return fields.map((field) => (FIELD_NAMES[field] ? `${FIELD_NAMES[field]} (${field})` : field)).join(', ');
}
