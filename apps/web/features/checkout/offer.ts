/** In how many parts a price is paid, and what they come to in all, in reais. */
export interface Offer {
  parcelas: number;
  total: number;
}
