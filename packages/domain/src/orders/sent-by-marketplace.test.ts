import { describe, expect, it } from 'vitest';
import { ORDER_STATUS_LABELS, ORDER_STATUSES, UNSHIPPED_STATUSES } from './order-machine';
import { findSellerAction, getFirstStatus, getStatusLabel } from './sent-by-marketplace';
import { SHIPPING_STAGES } from './shipping-stage';

describe('an order that its marketplace sends', () => {
  it('has no action of the seller in any status, while any other has the one of its status', () => {
    for (const status of ORDER_STATUSES)
      expect(findSellerAction({ status, enviado_pelo_marketplace: true })).toBeNull();
    expect(findSellerAction({ status: 'pendente', enviado_pelo_marketplace: false })).toBe('approve');
  });

  it('begins behind every status that waits for the seller', () => {
    expect(UNSHIPPED_STATUSES).not.toContain(getFirstStatus(true));
    expect(getFirstStatus(false)).toBe('pendente');
  });

  it.each([
    ['mercadolivre', 'Com o Mercado Livre'],
    ['amazon', 'Com a Amazon'],
  ] as const)('of %s is with the marketplace until its parcel leaves', (marketplace, label) => {
    const order = { status: 'enviado_cliente', marketplace, enviado_pelo_marketplace: true } as const;
    const labels = SHIPPING_STAGES.map((situacao) => [
      situacao,
      getStatusLabel({ ...order, envio: { situacao } }),
    ]);
    const left = labels.filter(([, shown]) => shown === 'Enviado ao Cliente').map(([situacao]) => situacao);
    expect(left).toEqual(['coletado', 'enviado', 'entregue']);
    expect(getStatusLabel({ ...order, envio: null })).toBe(label);
    expect(getStatusLabel({ ...order, status: 'entregue', envio: null })).toBe('Entregue');
  });

  it('is the only one whose status reads otherwise', () => {
    const order = { marketplace: 'amazon', enviado_pelo_marketplace: false, envio: null } as const;
    for (const status of ORDER_STATUSES)
      expect(getStatusLabel({ ...order, status })).toBe(ORDER_STATUS_LABELS[status]);
  });
});
