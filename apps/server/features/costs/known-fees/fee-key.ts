import type { knownFees } from '@esteira/db/schema/costs/known-fees';
import type { Marketplace } from '@esteira/domain/marketplaces';
import type { FeeQuestion } from '@esteira/marketplaces/port';

type Row = typeof knownFees.$inferSelect;

/** What an answer of a marketplace depends on besides the price. */
export type FeeKey = Omit<Row, 'de' | 'ate' | 'tarifas' | 'falta' | 'lida_em' | 'expira_em'>;

/** A seller's account on a real marketplace. */
export interface FeeAccount {
  usuario_id: string;
  marketplace: Marketplace;
  vendedor_id: string;
}

/** The key of a question to an account. Questions that a marketplace cannot tell apart have the same. */
export function toFeeKey(account: FeeAccount, question: FeeQuestion): FeeKey {
  const { usuario_id, marketplace, vendedor_id } = account;
  const { tipo_anuncio, condicao, logistics, parcel } = question;
  const key = { usuario_id, marketplace, vendedor_id, referencia: toReference(marketplace, question) };
  if (marketplace === 'amazon') {
    return { ...key, ...OF_AMAZON, logistica: logistics, ...toMeasures(NO_PARCEL) };
  }
  return { ...key, tipo_anuncio, condicao, logistica: logistics, ...toMeasures(parcel) };
}

/** Amazon measures its items itself, and has no kinds of listing. */
const OF_AMAZON = { tipo_anuncio: 'classico', condicao: 'novo' } as const;
const NO_PARCEL = { weightG: null, heightCm: null, widthCm: null, lengthCm: null };

/**
 * What the marketplace finds the product by. Amazon goes from a listing that is gone to the EAN, and chooses among
 * several items by brand and model. `selectStoredFees` says the same in SQL.
 */
function toReference(marketplace: Marketplace, question: FeeQuestion): string {
  const { id_externo, ean, categoria_ml, nome, marca, modelo } = question;
  if (marketplace === 'amazon') return toLines([id_externo, ean, marca, modelo]);
  return categoria_ml ?? toLines([nome, marca, modelo]);
}

const toLines = (names: readonly (string | null | undefined)[]) => names.map((name) => name ?? '').join('\n');

const toMeasures = ({ weightG, heightCm, widthCm, lengthCm }: FeeQuestion['parcel']) => ({
  peso_g: weightG ?? 0,
  altura_cm: heightCm ?? 0,
  largura_cm: widthCm ?? 0,
  comprimento_cm: lengthCm ?? 0,
});
