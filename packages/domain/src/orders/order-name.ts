/** What an order is called by: its product, and how many items it has beside. `itens` are its lines. */
export function nameOrder(order: { produto_nome: string; itens: readonly unknown[] }): string {
  const more = order.itens.length - 1;
  return more < 1
    ? order.produto_nome
    : `${order.produto_nome} e mais ${more} ${more === 1 ? 'item' : 'itens'}`;
}
