import type { OrderCharge } from '../../port';

export type FeeCode = OrderCharge['code'];

/** Every fee belongs somewhere: what is no freight, no fee of a plan and no instalment is the fee of the sale. */
export function toFeeCode(type: string): FeeCode {
  if (/ship|fulfil|delivery|easyship|postage|weight|^FBA/i.test(type)) return 'frete_vendedor';
  if (/closing|peritem/i.test(type)) return 'tarifa_fixa';
  return /instal/i.test(type) ? 'parcelamento' : 'tarifa_venda';
}
