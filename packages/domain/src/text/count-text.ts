/** '1 pedido', '0 pedidos', '1.234 pedidos': a whole number with what it counts, in the form that goes with it. */
export const countText = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('pt-BR')} ${number === 1 ? one : many}`;
