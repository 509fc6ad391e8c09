import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { z } from 'zod';
import { isoDate } from '../wire/text';
import { plano } from './checkout';

/** checkout.createPix: the plan fixes price and months. */
export const pixInput = z.object({ plano });

export const PIX_SITUATIONS = ['aguardando', 'aprovado', 'expirado', 'estornado'] as const;

/** A Pix as its payer sees it; `valor` in reais. The code is there while it can be paid. */
export const pixPayment = z.object({
  id: z.string(),
  plano: z.enum(PLAN_IDS),
  valor: z.number(),
  situacao: z.enum(PIX_SITUATIONS),
  copia_e_cola: z.string().nullable(),
  expira_em: isoDate.nullable(),
  /** The server's clock, from which the time left is counted. */
  agora: isoDate,
  message: z.string().nullable(),
});

export type PixInput = z.output<typeof pixInput>;
export type PixPayment = z.output<typeof pixPayment>;
