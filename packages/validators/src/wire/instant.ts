import { FIRST_DAY, LAST_DAY } from '@esteira/domain/days';
import { z } from 'zod';
import { isWellFormed, OUT_OF_RANGE } from './text';

/** A moment in UTC as `YYYY-MM-DDTHH:MM:SS.sssZ`, in the years that the product takes; the fractions may be left out. */
export const instant = z.iso
  .datetime({ error: ({ code }) => (code === 'invalid_format' ? 'Data inválida' : undefined) })
  .refine((value) => value >= FIRST_DAY && value.slice(0, LAST_DAY.length) <= LAST_DAY, {
    error: OUT_OF_RANGE,
    when: isWellFormed,
  });
