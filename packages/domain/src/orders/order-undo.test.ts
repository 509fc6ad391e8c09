import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findActionTo,
  nextAction,
  ORDER_ACTIONS,
  ORDER_STATUSES,
  type OrderAction,
  type OrderStatus,
  type OrderStep,
} from './order-machine';
import { findUndoRefusal, isStepBack, isUndoable, type LastStep, UNDO_WITHIN_MS } from './order-undo';

const ACTIONS = Object.keys(ORDER_ACTIONS) as OrderAction[];
const NOW = new Date('2026-11-22T12:00:00Z');

function lastStep(action: OrderAction, change: Partial<LastStep> = {}): LastStep {
  const { from, to } = ORDER_ACTIONS[action];
  return { de: from, para: to, isBySeller: true, at: NOW, ...change };
}

const simulated = { isReal: false, now: NOW };

describe('taking a step back', () => {
  it.each(ACTIONS)('allows the seller’s own fresh step %s of a simulated order', (action) => {
    expect(findUndoRefusal(action, lastStep(action), simulated)).toBeNull();
  });

  it('refuses a step that the marketplace took', () => {
    const byMarketplace = lastStep('markShipped', { isBySeller: false });
    expect(findUndoRefusal('markShipped', byMarketplace, simulated)).toBe('not_by_seller');
  });

  it('refuses what a real marketplace has learned of, and nothing else', () => {
    const refused = ACTIONS.filter(
      (action) => findUndoRefusal(action, lastStep(action), { isReal: true, now: NOW }) !== null,
    );
    expect(refused).toEqual(['sendToSupplier', 'markShipped']);
    expect(ACTIONS.filter((action) => !isUndoable(action, true))).toEqual(refused);
  });

  it('is bounded in time', () => {
    const at = (ms: number) => lastStep('pay', { at: new Date(NOW.getTime() - ms) });
    expect(findUndoRefusal('pay', at(UNDO_WITHIN_MS), simulated)).toBeNull();
    expect(findUndoRefusal('pay', at(UNDO_WITHIN_MS + 1), simulated)).toBe('too_late');
  });

  it('refuses an arrival, a step back and an unknown past', () => {
    expect(findUndoRefusal('approve', null, simulated)).toBe('no_step');
    const steppedBack = lastStep('approve', { de: 'enviado_fornecedor' });
    expect(findUndoRefusal('approve', steppedBack, simulated)).toBe('no_step');
  });

  it('never takes back a step that something followed, in any history of steps and undos', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 40 }), (moves) => {
        let status = 'pendente' as OrderStatus;
        let last = null as LastStep | null;
        let undone = false;
        for (const forward of moves) {
          const action: OrderAction | null = forward ? nextAction(status) : findActionTo(status);
          if (action === null) continue;
          const { from, to }: OrderStep = ORDER_ACTIONS[action];
          if (forward) {
            status = to;
            last = lastStep(action);
            undone = false;
          } else if (findUndoRefusal(action, last, simulated) === null) {
            expect(undone).toBe(false);
            status = from;
            last = lastStep(action, { de: to, para: from });
            undone = true;
          }
        }
        expect(ORDER_STATUSES).toContain(status);
      }),
    );
  });
});

describe('a change in the history', () => {
  it('is a step back only where it leads to an earlier status', () => {
    for (const { from, to } of ACTIONS.map((action) => ORDER_ACTIONS[action])) {
      expect(isStepBack({ de: from, para: to })).toBe(false);
      expect(isStepBack({ de: to, para: from })).toBe(true);
    }
    expect(isStepBack({ de: null, para: 'pendente' })).toBe(false);
    expect(isStepBack({ de: 'pago', para: 'cancelado' })).toBe(false);
  });
});

describe('the action that leads to a status', () => {
  it('is the one that ends there', () => {
    expect(ORDER_STATUSES.map(findActionTo)).toEqual([null, ...ACTIONS, null]);
  });
});
