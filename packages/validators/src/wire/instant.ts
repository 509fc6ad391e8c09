import { z } from 'zod';

/** A moment in UTC as `YYYY-MM-DDTHH:MM:SS.sssZ`; the fractions may be left out. PostgreSQL has no year 0. */
export const instant = z.iso
  .datetime({ error: ({ code }) => (code === 'invalid_format' ? 'Data inválida' : undefined) })
  .refine((value) => value >= '1900', { error: 'Data inválida' });
