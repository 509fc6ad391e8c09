/** What a marketplace tells of its fees before a sale, by its own word for an account. */
export const KNOWN_FEE_CODES = ['tarifa_venda', 'tarifa_fixa', 'frete_vendedor'] as const;

/**
 * What was missing to ask a marketplace for a fee. `categoria` and `produto`: it does not know the product's category,
 * or the product itself, so none of its fees is told; the others leave out the freight alone. `frete`: it was asked, and
 * did not tell.
 */
export const FEE_GAPS = ['categoria', 'produto', 'peso', 'medidas', 'frete'] as const;
export type FeeGap = (typeof FEE_GAPS)[number];

/** What the seller is told of a gap. */
export const FEE_GAP_TEXTS: Readonly<Record<FeeGap, string>> = {
  categoria: 'O Mercado Livre não reconheceu a categoria pelo nome do produto',
  produto: 'A Amazon não encontrou o produto: confira o EAN',
  peso: 'Informe o peso para consultar o frete na sua conta',
  medidas: 'Informe as medidas para consultar o frete na sua conta',
  frete: 'O Mercado Livre não informou o frete deste produto',
};
