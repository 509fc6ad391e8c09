import { expect, it } from 'vitest';
import { FINAL_SHIPPING_STAGES, hasLeft, SHIPPING_STAGES } from './shipping-stage';

it('a parcel has left the seller once the carrier has it, not when it comes back', () => {
  expect(SHIPPING_STAGES.filter(hasLeft)).toEqual(['coletado', 'enviado', 'entregue']);
});

it('a parcel that arrived, came back or was cancelled does not move any more', () => {
  expect([...FINAL_SHIPPING_STAGES]).toEqual(['entregue', 'devolvido', 'cancelado']);
});
