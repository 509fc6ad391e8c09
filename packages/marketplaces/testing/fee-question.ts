import type { Logistics } from '@esteira/domain/profit/rules/fee-rule';
import type { FeeQuestion } from '../src/port';
import { sampleProduct } from './sample-product';

/** A question about the fees of a sample product in a parcel of 800 g; what the test is about comes in `fields`. */
export function feeQuestion(logistics: Logistics, fields: Partial<FeeQuestion> = {}): FeeQuestion {
  const parcel = { weightG: 800, heightCm: 10, widthCm: 20, lengthCm: 20 };
  return { ...sampleProduct(), logistics, parcel, ...fields };
}
