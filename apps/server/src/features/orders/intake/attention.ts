/** Why an order needs the seller's eye (decisions §8). */
export const OVERSOLD = 'Venda acima do estoque disponível';
export const UNMATCHED = 'Anúncio não encontrado na Esteira';

/** Stands for the buyer where the marketplace does not let this application read personal data (complaint 18). */
export const NO_PERSONAL_DATA = 'Não informado pelo marketplace';
