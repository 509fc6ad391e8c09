import { expect, it } from 'vitest';
import { describeChanges, listChanges, type OrderChange, takesChangesOver } from './order-changes';
import { ORDER_STATUSES } from './order-machine';

const changes: OrderChange[] = [
  { field: 'quantidade', from: 3, to: 1 },
  { field: 'valor', from: 150, to: 50 },
  { field: 'endereco' },
];
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it('says in the history what changed, and nothing of the buyer', () => {
  expect(plain(describeChanges(changes))).toBe(
    'Quantidade alterada pelo marketplace: 3 → 1. Valor alterado pelo marketplace: R$ 150,00 → R$ 50,00. ' +
      'Endereço alterado pelo marketplace',
  );
  expect(describeChanges([{ field: 'comprador' }, { field: 'itens' }])).toBe(
    'Comprador alterado pelo marketplace. Itens alterados pelo marketplace',
  );
});

it('names the changes for the sentence of an attention', () => {
  expect(plain(listChanges(changes))).toBe('quantidade: 3 → 1, valor: R$ 150,00 → R$ 50,00, endereço');
});

it('changes are taken over until the order was sent to the supplier', () => {
  expect(ORDER_STATUSES.filter(takesChangesOver)).toEqual(['pendente', 'aprovado']);
});
