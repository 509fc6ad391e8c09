import { z } from 'zod';

/** A share in percent, 0 to `max`, with at most two decimals. */
export const percent = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
      error: 'Use no máximo 2 casas decimais',
    })
    .overwrite((value) => Math.round(value * 100) / 100);
