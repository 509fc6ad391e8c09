import { formatMoney } from '../money';
import type { OrderStatus } from './order-machine';

/** What a marketplace changed of an order; amounts in reais. It never says what a buyer's name or address was or is. */
export type OrderChange =
  | { field: 'quantidade' | 'valor'; from: number; to: number }
  | { field: 'itens' | 'comprador' | 'endereco' | 'pacote' | 'envio' };

/** Whether what the marketplace changes of an order is taken over: until it was sent to the supplier. */
export function takesChangesOver(status: OrderStatus): boolean {
  return status === 'pendente' || status === 'aprovado';
}

const SUBJECTS = {
  quantidade: 'Quantidade alterada',
  valor: 'Valor alterado',
  itens: 'Itens alterados',
  comprador: 'Comprador alterado',
  endereco: 'Endereço alterado',
  pacote: 'Pacote alterado',
  envio: 'Envio assumido',
} as const satisfies Record<OrderChange['field'], string>;

/** What the history says of changes that were taken over. */
export function describeChanges(changes: readonly OrderChange[]): string {
  return changes.map((change) => `${SUBJECTS[change.field]} pelo marketplace${toFigures(change)}`).join('. ');
}

/** The changes as the detail of an attention: 'quantidade: 3 → 1, endereço'. */
export function listChanges(changes: readonly OrderChange[]): string {
  return changes.map((change) => `${NAMES[change.field]}${toFigures(change)}`).join(', ');
}

const NAMES = {
  quantidade: 'quantidade',
  valor: 'valor',
  itens: 'itens',
  comprador: 'comprador',
  endereco: 'endereço',
  pacote: 'pacote',
  envio: 'envio pelo próprio marketplace',
} as const satisfies Record<OrderChange['field'], string>;

function toFigures(change: OrderChange): string {
  if (change.field === 'quantidade') return `: ${change.from} → ${change.to}`;
  return change.field === 'valor' ? `: ${formatMoney(change.from)} → ${formatMoney(change.to)}` : '';
}
