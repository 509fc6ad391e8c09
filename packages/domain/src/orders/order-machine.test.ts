import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CANCELLABLE_STATUSES,
  FINISHED_LABEL,
  isCancellable,
  nextAction,
  ORDER_ACTIONS,
  ORDER_FILTERS,
  ORDER_STATUS_LABELS,
  ORDER_STATUSES,
  type OrderAction,
  type OrderStatus,
  wrongStatusMessage,
} from './order-machine';

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];
const asStatus = (text: string) => text as OrderStatus;

// What a service does with the machine: the action is applied where it may start, refused elsewhere.
function applied(status: OrderStatus, action: OrderAction | 'cancel'): OrderStatus | null {
  if (action === 'cancel') return isCancellable(status) ? 'cancelado' : null;
  return ORDER_ACTIONS[action].from === status ? ORDER_ACTIONS[action].to : null;
}

function successors(status: OrderStatus): OrderStatus[] {
  return [...ACTIONS, 'cancel' as const].map((step) => applied(status, step)).filter((to) => to !== null);
}

describe('the labels of statuses and actions', () => {
  it.each([
    ['pendente', 'Pendente Aprovação'],
    ['aprovado', 'Aprovado'],
    ['enviado_fornecedor', 'Enviado ao Fornecedor'],
    ['pago', 'Pago ao Fornecedor'],
    ['enviado_cliente', 'Enviado ao Cliente'],
    ['entregue', 'Entregue'],
    ['cancelado', 'Cancelado'],
  ] as const)('labels %s as %s', (status, label) => {
    expect(ORDER_STATUS_LABELS[status]).toBe(label);
    expect(wrongStatusMessage(status)).toBe(`Pedido está "${label}"`);
  });

  it.each([
    ['pendente', 'Aprovar Pedido', 'aprovado'],
    ['aprovado', 'Enviar ao Fornecedor', 'enviado_fornecedor'],
    ['enviado_fornecedor', 'Confirmar Pagamento', 'pago'],
    ['pago', 'Enviado ao Cliente', 'enviado_cliente'],
    ['enviado_cliente', 'Marcar Entregue', 'entregue'],
  ] as const)('offers on %s the button %s, which leads to %s', (from, label, to) => {
    const action = nextAction(from);
    expect(action && ORDER_ACTIONS[action]).toMatchObject({ from, label, to });
  });

  it('says that a delivered order is finished', () => {
    expect(FINISHED_LABEL).toBe('Pedido Finalizado');
  });

  it('has a label for every status and no other', () => {
    expect(Object.keys(ORDER_STATUS_LABELS)).toEqual([...ORDER_STATUSES]);
  });
});

describe('the graph', () => {
  it('reaches every status from pendente, in the documented order', () => {
    const seen: OrderStatus[] = ['pendente'];
    for (const status of seen) seen.push(...successors(status).filter((to) => !seen.includes(to)));
    expect([...seen].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('walks the line in five actions and stops at entregue', () => {
    const line: OrderStatus[] = ['pendente'];
    for (const status of line) {
      const action = nextAction(status);
      if (action) line.push(ORDER_ACTIONS[action].to);
    }
    expect(line).toEqual(ORDER_STATUSES.filter((status) => status !== 'cancelado'));
  });

  it('never returns to a status it has left', () => {
    const rank = (status: OrderStatus) => ORDER_STATUSES.indexOf(status);
    for (const status of ORDER_STATUSES) {
      for (const to of successors(status)) expect(rank(to)).toBeGreaterThan(rank(status));
    }
  });

  it.each(['entregue', 'cancelado'] as const)('leads nowhere from %s', (status) => {
    expect(nextAction(status)).toBeNull();
    expect(isCancellable(status)).toBe(false);
    expect(successors(status)).toEqual([]);
  });

  it('can be cancelled from every status before entregue', () => {
    expect(CANCELLABLE_STATUSES).toEqual([
      'pendente',
      'aprovado',
      'enviado_fornecedor',
      'pago',
      'enviado_cliente',
    ]);
  });

  it('a block stops the steps towards the parcel’s way, not those about money and arrival', () => {
    const stopped = ACTIONS.filter((action) => ORDER_ACTIONS[action].stoppedByBlock);
    expect(stopped).toEqual(['approve', 'sendToSupplier', 'markShipped']);
  });

  it('has at most one seller action per status, so no order stands between two buttons', () => {
    const starts = ACTIONS.map((action) => ORDER_ACTIONS[action].from);
    expect(new Set(starts).size).toBe(starts.length);
  });

  it('ends every random history in a known status, moving forward only', () => {
    const history = fc.array(fc.constantFrom(...ACTIONS, 'cancel' as const), { maxLength: 30 });
    fc.assert(
      fc.property(history, (steps) => {
        let status: OrderStatus = 'pendente';
        let changes = 0;
        for (const step of steps) {
          const to = applied(status, step);
          if (to === null) continue;
          status = to;
          changes += 1;
        }
        expect(ORDER_STATUSES).toContain(status);
        expect(changes).toBeLessThanOrEqual(5);
      }),
    );
  });
});

describe('unknown statuses', () => {
  it.each(['', 'PENDENTE', 'pendente ', 'enviado', 'toString', '__proto__', 'constructor'])(
    '%j leads nowhere',
    (text) => {
      expect(nextAction(asStatus(text))).toBeNull();
      expect(isCancellable(asStatus(text))).toBe(false);
    },
  );
});

describe('the filters of the orders screen', () => {
  it('cover the statuses they are named after', () => {
    expect(ORDER_FILTERS).toEqual({
      todos: { label: 'Todos', statuses: ORDER_STATUSES },
      pendentes: { label: 'Pendentes', statuses: ['pendente'] },
      aprovados: { label: 'Aprovados', statuses: ['aprovado'] },
      com_fornecedor: { label: 'Com Fornecedor', statuses: ['enviado_fornecedor', 'pago'] },
    });
  });
});
