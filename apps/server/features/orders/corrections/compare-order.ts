import { createHash } from 'node:crypto';
import { fromCents } from '@esteira/domain/money';
import type { OrderChange } from '@esteira/domain/orders/order-changes';
import { isUnshipped, type OrderStatus } from '@esteira/domain/orders/order-machine';
import type { ExternalOrder, ExternalOrderItem } from '@esteira/marketplaces/port';

/** What an order is of, to be compared: one entry for each listing and price (of one unit, in cents), in one order. */
export type ComparedItem = { id: string; un: number; preco: number };

type SoldItem = Pick<ExternalOrderItem, 'id_externo' | 'quantidade' | 'preco_unitario_centavos'> & {
  variacao_externa?: string | null;
};

/** What is known of an order, as far as a marketplace may change it. Amounts in reais. */
export interface ComparedOrder {
  status: OrderStatus;
  quantidade: number;
  preco_venda: number;
  cliente_nome: string | null;
  cliente_endereco: string | null;
}

/** What an item is of as one text: a listing, or one variation of it. */
export const addressOf = ({
  id_externo,
  variacao_externa,
}: Pick<SoldItem, 'id_externo' | 'variacao_externa'>): string =>
  variacao_externa ? `${id_externo}/${variacao_externa}` : id_externo;

/** Items of an order, whatever order they come in. */
export function mergeItems(items: readonly SoldItem[]): ComparedItem[] {
  const merged = new Map<string, ComparedItem>();
  for (const { quantidade, preco_unitario_centavos: preco, ...item } of items) {
    const id = addressOf(item);
    const key = `${id} ${preco}`;
    merged.set(key, { id, preco, un: quantidade + (merged.get(key)?.un ?? 0) });
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}

/** Units and cents of all items. */
export function sumItems(items: readonly ComparedItem[]): { units: number; cents: number } {
  return {
    units: items.reduce((sum, { un }) => sum + un, 0),
    cents: items.reduce((sum, { un, preco }) => sum + un * preco, 0),
  };
}

/** Which items and amounts differ; `stored` is null where only the sums are known. */
export function compareItems(
  known: ComparedOrder,
  { stored, told }: { stored: readonly ComparedItem[] | null; told: readonly ComparedItem[] },
): OrderChange[] {
  if (stored !== null && listText(stored) === listText(told)) return [];
  const { units, cents } = sumItems(told);
  const changes: OrderChange[] = [];
  if (units !== known.quantidade) changes.push({ field: 'quantidade', from: known.quantidade, to: units });
  const valor = fromCents(cents);
  if (valor !== known.preco_venda) changes.push({ field: 'valor', from: known.preco_venda, to: valor });
  const isSwapped = stored !== null && listIds(stored) !== listIds(told);
  return isSwapped || (stored !== null && changes.length === 0) ? [...changes, { field: 'itens' }] : changes;
}

const listText = (items: readonly ComparedItem[]) =>
  items.map(({ id, un, preco }) => `${id} ${un} ${preco}`).join();
const listIds = (items: readonly ComparedItem[]) => [...new Set(items.map(({ id }) => id))].sort().join();

/**
 * Whether another buyer or address is told. What is hidden says nothing; and a name without its address may be the
 * buyer's account in place of who receives the parcel.
 */
export function compareBuyer(known: ComparedOrder, told: ExternalOrder): OrderChange[] {
  if (!isUnshipped(known.status) || known.cliente_endereco === null || !told.cliente_endereco) return [];
  const changes: OrderChange[] = [];
  if (known.cliente_nome !== null && told.cliente_nome && !isAlike(known.cliente_nome, told.cliente_nome)) {
    changes.push({ field: 'comprador' });
  }
  if (!isAlike(known.cliente_endereco, told.cliente_endereco)) changes.push({ field: 'endereco' });
  return changes;
}

/** Whether the order is of another pack, or of none any more. A pack that was not known says nothing. */
export function comparePack(known: string | null | undefined, told: ExternalOrder): OrderChange[] {
  return known && known !== told.pacote_id ? [{ field: 'pacote' }] : [];
}

/** What is told where it differs from what is known, as a digest to compare readings by; null where nothing differs. */
export function digestChanges(changes: readonly OrderChange[], told: ExternalOrder): string | null {
  if (changes.length === 0) return null;
  const has = (wanted: OrderChange['field']) => changes.some(({ field }) => field === wanted);
  const text = JSON.stringify([
    changes,
    listText(mergeItems(told.itens)),
    has('comprador') && fold(told.cliente_nome ?? ''),
    has('endereco') && fold(told.cliente_endereco ?? ''),
    has('pacote') && told.pacote_id,
  ]);
  return createHash('sha256').update(text).digest('hex');
}

/** Marketplaces write one address in several ways: capitals, accents, blanks and commas say nothing. */
function isAlike(one: string, other: string): boolean {
  return fold(one) === fold(other);
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[\s,]+/)
    .join(' ')
    .trim();
}
