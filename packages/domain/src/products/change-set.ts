/** What made a set of changes to products: a bulk or table edit of prices or of stock, or an import. */
export const CHANGE_KINDS = ['precos', 'estoque', 'importacao'] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** How long a set of changes can be taken back. */
export const UNDO_CHANGES_MS = 24 * 60 * 60_000;

/** The most products that one bulk change takes; a larger choice is made in several. */
export const MAX_CHANGED_PRODUCTS = 5_000;

/** The most products of a bulk change that are written in one transaction. */
export const MAX_CHANGE_BATCH = 500;

/** Why a product stays as it is when a set of changes is taken back. */
export const SKIP_REASONS = [
  'alterado',
  'excluido',
  'publicado',
  'com_pedidos',
  'estoque_insuficiente',
  'estoque_maximo',
  'fornecedor_excluido',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** How the screen says it of one product. */
export const SKIP_REASON_SENTENCES: Readonly<Record<SkipReason, string>> = {
  alterado: 'Foi alterado depois e ficou como está',
  excluido: 'Foi excluído',
  publicado: 'Está publicado e ficou como está',
  com_pedidos: 'Já tem pedidos e ficou como está',
  estoque_insuficiente: 'As unidades já foram vendidas',
  estoque_maximo: 'Passaria de 1.000.000 de unidades',
  fornecedor_excluido: 'O fornecedor de antes foi excluído',
};

/** Whether a set of changes made at `criadoEm` (ISO 8601) can still be taken back. */
export function isUndoable(criadoEm: string, now: Date): boolean {
  return now.getTime() - new Date(criadoEm).getTime() < UNDO_CHANGES_MS;
}
