import type { Parcel } from '../sale';

/** Marketplaces charge a parcel of this volume like one of a gram: 6,000 cm³ weigh a kilogram. */
const CM3_PER_G = 6;

/**
 * The grams that freight is charged for: the greater of weight and volume, a fraction rounded up; null without a
 * weight. Where a measure is not known, the weight alone decides.
 */
export function billableWeight({ weightG, heightCm, widthCm, lengthCm }: Parcel): number | null {
  if (weightG === null) return null;
  if (heightCm === null || widthCm === null || lengthCm === null) return weightG;
  return Math.max(weightG, Math.ceil((heightCm * widthCm * lengthCm) / CM3_PER_G));
}
