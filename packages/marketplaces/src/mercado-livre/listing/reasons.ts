import { at } from '../../http/json';
import { type Cause, causesIn, names, type Refusal } from '../errors';

/** Portuguese names of the attributes that Mercado Livre asks for most; others keep their id. */
const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  BRAND: 'Marca',
  MODEL: 'Modelo',
  GTIN: 'EAN',
  EMPTY_GTIN_REASON: 'Motivo de não ter EAN',
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
const FILLED_BY_PRODUCT = new Set(['BRAND', 'MODEL', 'GTIN']);

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

/** By `cause_id`, the steadiest part of a cause (marketplaces.md §1.3). */
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
  7810: 'O Mercado Livre exige o EAN deste produto. Preencha o EAN no cadastro.',
};

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
export function sentenceOf(cause: Cause): string {
  const code = cause.code?.toLowerCase() ?? '';
  const attributes = attributesIn(cause);
  if (attributes.length > 0 && (cause.numero === 147 || code.includes('required'))) {
    return missingAttributes(attributes);
  }
  const worded = wordsFor(cause);
  const fields = attributes.length > 0 ? ` Campo: ${attributes.map(attributeName).join(', ')}.` : '';
  if (worded) return `${worded}${fields}`;
  if (fields) return `O Mercado Livre não aceitou um campo do anúncio.${fields}${codeOf(cause)}`;
  return `O Mercado Livre recusou o anúncio.${codeOf(cause)}`;
}

/** The sentence for a known number or code; null for others. */
function wordsFor({ code, numero }: Cause): string | null {
  const known = numero === null ? undefined : BY_NUMBER[numero];
  return known ?? BY_CODE.find(([pattern]) => pattern.test(code?.toLowerCase() ?? ''))?.[1] ?? null;
}

/** What is said of attributes that the category demands and the product does not have. */
export function missingAttributes(ids: readonly string[]): string {
  if (ids.some((id) => id.startsWith('SIZE_GRID'))) return SIZE_GRID;
  const list = ids.map(attributeName).join(', ');
  const [subject, verb] =
    ids.length === 1 ? ['O atributo', 'é obrigatório'] : ['Os atributos', 'são obrigatórios'];
  const sentence = `${subject} ${list} ${verb} nesta categoria.`;
  if (ids.every((id) => FILLED_BY_PRODUCT.has(id))) return `${sentence} Preencha no cadastro do produto.`;
  const unknown = ids.filter((id) => !FILLED_BY_PRODUCT.has(id)).map(attributeName);
  return `${sentence} A Esteira ainda não tem campo para: ${unknown.join(', ')}.`;
}

/** `Marca (BRAND)`: the word that the seller knows and the id that Mercado Livre's own pages show. */
export function attributeName(id: string): string {
  const name = ATTRIBUTE_NAMES[id];
  return name ? `${name} (${id})` : id;
}

/** `[BRAND, MODEL]` in the message: the only place where the answer says which attributes are meant. */
function attributesIn({ message }: Cause): string[] {
  const lists = message?.matchAll(/\[([A-Z][A-Z0-9_]*(?:,\s*[A-Z][A-Z0-9_]*)*)\]/g) ?? [];
  const ids = [...lists].flatMap(([, list]) => (list ?? '').split(/,\s*/));
  // Categories and items stand in brackets too.
  return [...new Set(ids)].filter((id) => !/^ML[A-Z]\d+$/.test(id));
}

function codeOf({ code, numero }: Cause): string {
  const shown = code && /^[\w.-]{1,80}$/.test(code) ? code : numero;
  return shown === null ? '' : ` (código ${shown})`;
}

/** Checks made only by validation that creation does not make: taken for warnings, never for a refusal. */
const FALSE_ALARM = /lost_me1_by_user/;

/** Sentences of the causes that refuse, and of those that only warn; repetitions once. */
export function judge(causes: readonly Cause[]): { motivos: string[]; avisos: string[] } {
  const blocking = causes.filter((cause) => cause.blocks && !FALSE_ALARM.test(cause.code ?? ''));
  const warning = causes.filter((cause) => !cause.blocks && !FALSE_ALARM.test(cause.code ?? ''));
  return { motivos: [...new Set(blocking.map(sentenceOf))], avisos: [...new Set(warning.map(remarkOf))] };
}

/** What Mercado Livre remarked on an item that it took, as sentences for the seller. */
export function remarksIn(item: unknown): string[] {
  const warnings = causesIn(at(item, 'warnings'));
  return judge(warnings.map((cause) => ({ ...cause, blocks: false }))).avisos;
}

/** A warning: the listing was taken all the same, so nothing is called refused or mandatory. */
function remarkOf(cause: Cause): string {
  const worded = wordsFor(cause);
  if (worded) return worded;
  const attributes = attributesIn(cause);
  if (attributes.length > 0) {
    return `O Mercado Livre pede atenção a estes campos do anúncio: ${attributes.map(attributeName).join(', ')}.`;
  }
  return `O Mercado Livre fez uma observação sobre o anúncio.${codeOf(cause)}`;
}

/** The seller's account may not list at all: publishing anything else is useless too. */
export function isUnableToList(refusal: Refusal): boolean {
  return names(refusal, 'seller.unable_to_list');
}

/** What the seller reads then (marketplaces.md §4, complaint 27). */
export const UNABLE_TO_LIST =
  'O Mercado Livre não permite que esta conta anuncie agora. Abra o Mercado Livre, complete o cadastro da conta ' +
  '(endereço, telefone, documentos) e publique de novo.';

/** What blocks a publication. Empty when the answer holds nothing but warnings, which do not (§1.3). */
export function blockingReasons(refusal: Refusal): string[] {
  if (refusal.causes.length > 0) return judge(refusal.causes).motivos;
  const code = [refusal.message, refusal.error].find((text) => text && /^[\w.]+$/.test(text)) ?? null;
  const message = [refusal.error, refusal.message].find((text) => text !== code) ?? null;
  return [sentenceOf({ code, message, numero: null, blocks: true })];
}

/** Why something was refused for certain; never empty. */
export function reasonsOf(refusal: Refusal): string[] {
  const blocking = blockingReasons(refusal);
  return blocking.length > 0 ? blocking : [...new Set(refusal.causes.map(sentenceOf))];
}

/** Whether `title` or `family_name` was the trouble: the account publishes by the other model (§1.2). */
export function isOtherModel(refusal: Refusal): boolean {
  const aboutFields = names(refusal, 'invalid_fields') || names(refusal, 'required_fields');
  return aboutFields && ['title', 'family_name', 'family name'].some((field) => names(refusal, field));
}
