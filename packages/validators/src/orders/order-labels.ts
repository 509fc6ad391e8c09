import { MAX_PRINTED_LABELS } from '@esteira/domain/orders/label-printing';
import { z } from 'zod';
import { orAbsent, recordId } from '../wire/text';

/** orders.labels: the orders whose labels are wanted; doubled ids count once. */
export const labelsInput = z.object({ ids: z.array(recordId).min(1).max(MAX_PRINTED_LABELS) });

/** How many labels share a page; query-string and form values arrive as text. */
export const labelsPerPage = orAbsent(
  z.union([z.literal(1), z.literal(4), z.enum(['1', '4']).transform((value) => (value === '1' ? 1 : 4))], {
    error: 'Deve ser 1 ou 4',
  }),
).transform((value) => value ?? 1);

/** What can be printed, in the order of the document, and of the rest what is missing. */
export const labelsResponse = z.object({
  prontas: z.array(z.object({ id: z.string(), ml_order_id: z.string() })),
  /** `ml_order_id` is null where the seller has no such order. */
  faltando: z.array(z.object({ id: z.string(), ml_order_id: z.string().nullable(), motivo: z.string() })),
  /** What a form sends to `/api/etiquetas.pdf` to open the document in a tab, which has no session; for minutes. */
  impressao: z.object({ usuario: z.string(), ids: z.string(), expira: z.string(), assinatura: z.string() }),
});

export type LabelsInput = z.output<typeof labelsInput>;
export type LabelsResponse = z.output<typeof labelsResponse>;
