import { createHash } from 'node:crypto';
import { MARKETPLACE_NAMES, type Marketplace } from '@esteira/domain/marketplaces';
import type { ListingWarning } from '@esteira/domain/products/listing-warnings';
import { offerRefusals } from '../checks';
import type { ListingProduct } from '../port';
import { fitTitle } from '../title';
import { PICTURE_SENTINEL, sentinelIn } from './sentinels';

/** Longest listing title: Mercado Livre's usual category limit, Amazon's limit for item_name. */
export const MAX_TITLE_LENGTH = { mercadolivre: 60, amazon: 200 } as const satisfies Record<
  Marketplace,
  number
>;

const ID_PATTERNS = {
  mercadolivre: /^MLB4\d{14}$/,
  amazon: /^EST-[0-9A-HJKMNP-TV-Z]{12}$/,
} as const satisfies Record<Marketplace, RegExp>;

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The listing's id, always the same for a product: an item number on Mercado Livre (longer than today's real
 * ones, so that a large catalogue meets no collision), a seller SKU on Amazon.
 */
export function makeListingId(kind: Marketplace, produtoId: string): string {
  const hash = createHash('sha256').update(`${kind}:${produtoId}`).digest();
  if (kind === 'mercadolivre') {
    return `MLB4${String(hash.readBigUInt64BE() % 100_000_000_000_000n).padStart(14, '0')}`;
  }
  return `EST-${[...hash.subarray(0, 12)].map((byte) => CROCKFORD.charAt(byte % 32)).join('')}`;
}

/** Whether the id is one that `makeListingId` could have given. */
export function isListingId(kind: Marketplace, idExterno: string): boolean {
  return ID_PATTERNS[kind].test(idExterno);
}

/**
 * The title that fits the marketplace, cut between words. The product's name may be longer than a title
 * (docs/product-rules/products.md#product sets no limit), so an adapter shortens it instead of refusing the product.
 */
export function listingTitle(kind: Marketplace, nome: string): string {
  return fitTitle(nome, MAX_TITLE_LENGTH[kind]);
}

/** Why the marketplace refuses the product, as Portuguese sentences; empty when it takes it. */
export function toRefusals(kind: Marketplace, produto: ListingProduct): string[] {
  const refusals: string[] = [];
  if (produto.nome.trim() === '') refusals.push('O título do anúncio é obrigatório.');
  refusals.push(...offerRefusals(produto));
  if (produto.imagem_url?.toUpperCase().includes(PICTURE_SENTINEL)) {
    refusals.push('A imagem não pôde ser baixada. Use um endereço público de uma imagem JPG ou PNG.');
  }
  if (sentinelIn(produto.sku, produto.nome) === 'SIM-RECUSAR') refusals.push(missingAttribute(kind));
  return refusals;
}

/** What the marketplace warns of without refusing. */
export function toWarnings(kind: Marketplace, produto: ListingProduct): ListingWarning[] {
  const title = listingTitle(kind, produto.nome);
  const warnings: ListingWarning[] = [];
  if ([...title].length < [...produto.nome.trim().replace(/\s+/g, ' ')].length) {
    const mensagem = `O título foi encurtado para o limite de ${MAX_TITLE_LENGTH[kind]} caracteres: ${title}`;
    warnings.push({ codigo: 'titulo_encurtado', mensagem });
  }
  if (produto.imagem_url === null) {
    const mensagem = `Anúncio sem imagem: na conta real, ${inSentence(kind)} exige ao menos uma.`;
    warnings.push({ codigo: 'observacao', mensagem });
  }
  return warnings;
}

/** The reason that a refusal on purpose gives, like the real marketplace's missing-attribute answer. */
export function missingAttribute(kind: Marketplace): string {
  return kind === 'mercadolivre'
    ? 'O atributo Marca (BRAND) é obrigatório nesta categoria.'
    : "'Marca' (brand) é obrigatória para este tipo de produto.";
}

function inSentence(kind: Marketplace): string {
  return `${kind === 'amazon' ? 'a' : 'o'} ${MARKETPLACE_NAMES[kind]}`;
}
