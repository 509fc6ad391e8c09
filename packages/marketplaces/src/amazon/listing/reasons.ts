import { listAt, textAt } from '../../http/json';
import { quote } from '../errors';

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
export function issueSentences(body: unknown, marketplaceId: string): { erros: string[]; avisos: string[] } {
  const ours = listAt(body, 'issues').filter((issue) => {
    const markets = listAt(issue, 'marketplaceIds');
    return markets.length === 0 || markets.includes(marketplaceId);
  });
  const isError = (issue: unknown) => textAt(issue, 'severity') === 'ERROR';
  return {
    // Only ERROR keeps a listing off sale (marketplaces.md §2.4).
    erros: ours.filter(isError).map(sentenceOf),
    avisos: ours.filter((issue) => !isError(issue)).map(sentenceOf),
  };
}

function sentenceOf(issue: unknown): string {
  const message = textAt(issue, 'message') ?? textAt(issue, 'code') ?? '';
  const fields = listAt(issue, 'attributeNames').flatMap((name) => textAt(name) ?? []);
  const categories = listAt(issue, 'categories').flatMap((category) => textAt(category) ?? []);
  if (categories.includes('MISSING_ATTRIBUTE') && fields.length > 0) {
    return fields.length === 1
      ? `O campo ${namesOf(fields)} é obrigatório.`
      : `Os campos ${namesOf(fields)} são obrigatórios.`;
  }
  if (fields.length > 0) {
    const lead = fields.length === 1 ? 'Confira o campo' : 'Confira os campos';
    return `${lead} ${namesOf(fields)}.${quote(message)}`;
  }
  const known = categories.map((category) => CATEGORY_SENTENCES[category]).find((text) => text !== undefined);
  return `${known ?? 'A Amazon apontou um problema no anúncio.'}${quote(message)}`;
}

/** `Marca (brand)`, so that both the seller and a support thread recognise the field. */
function namesOf(fields: readonly string[]): string {
  return fields.map((field) => (FIELD_NAMES[field] ? `${FIELD_NAMES[field]} (${field})` : field)).join(', ');
}
