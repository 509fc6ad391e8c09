import { PLAN_IDS } from '@esteira/domain/billing/plans';
import { z } from 'zod';
import { isoDate } from '../wire/text';
import { chave_idempotencia, plano } from './checkout';

/** The plan fixes price and months. */
export const pixInput = z.object({ plano });

/** checkout.createPix. The same key is the same Pix, also after it was paid. */
export const createPixInput = pixInput.extend({ chave_idempotencia });

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

export type CreatePixInput = z.output<typeof createPixInput>;
export type PixPayment = z.output<typeof pixPayment>;
