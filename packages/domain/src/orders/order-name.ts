import { countText } from '../text/count-text';
/** What an order is called by: its product, and how many items it has beside. `itens` are its lines. */
export function nameOrder(order: { produto_nome: string; itens: { length: number } }): string {
  const more = order.itens.length - 1;
  return more < 1 ? order.produto_nome : `${order.produto_nome} e mais ${countText(more, 'item', 'itens')}`;
}

interface Supplied {
  fornecedor_nome: string;
  itens: readonly { fornecedor_id: string | null }[];
}

/** Whom an order is bought from: its supplier, and how many others its lines have. */
export function nameSuppliers({ fornecedor_nome, itens }: Supplied): string {
  const more = new Set(itens.flatMap(({ fornecedor_id }) => fornecedor_id ?? [])).size - 1;
  return more < 1
    ? fornecedor_nome
    : `${fornecedor_nome} e mais ${countText(more, 'fornecedor', 'fornecedores')}`;
}
