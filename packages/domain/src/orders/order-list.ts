/** How a list of orders can be sorted, with what each sorting is called. */
export const ORDER_SORTS = {
  mais_novos: 'Mais novos',
  mais_antigos: 'Mais antigos',
  prazo: 'Prazo de despacho',
  maior_valor: 'Maior valor',
  maior_lucro: 'Maior lucro',
} as const;

export type OrderSort = keyof typeof ORDER_SORTS;
