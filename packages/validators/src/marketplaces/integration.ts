import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { z } from 'zod';
import { currentPasswordInput } from '../accounts/account';
import { isoDate, orAbsent, requiredText } from '../wire/text';
import { accountCode } from './accounts';

/** A seller's account on a real marketplace. `reconectar`: its tokens are taken no more, for the reason given. */
const connection = z.object({
  conta_nome: z.string(),
  status: z.enum(['conectado', 'reconectar']),
  motivo: z.string().nullable(),
  conectado_em: isoDate,
});

/** Whether it is real here, and the seller's own account; null: none is connected. */
const marketplaceStatus = z.object({
  modo: z.enum(['simulado', 'real']),
  conexao: connection.nullable(),
});

/** integrations.status: which outside services are real, which simulated, and the seller's accounts there. */
export const integrationStatus = z.object({
  mercadolivre: marketplaceStatus,
  /** `pode_autorizar` is false for Amazon's private applications: the seller pastes a refresh token instead. */
  amazon: marketplaceStatus.extend({ pode_autorizar: z.boolean() }),
  pagamento: z.object({ modo: z.enum(['simulado', 'mercadopago']) }),
  /** Every account whose tokens are taken no more, by its name. */
  a_reconectar: z.array(z.object({ marketplace: z.enum(MARKETPLACES), nome: z.string() })),
  /** From when on Amazon's shorter limit erases buyers; only while that lies ahead and the seller has an account there. */
  apaga_amazon_a_partir_de: isoDate.optional(),
  /** Amazon asks for another password than the person's, which is older than a year; only where the shop has an account there. */
  senha_antiga: z.literal(true).optional(),
});

/** integrations.connect. `conta_id`: which account; absent: whichever comes. */
export const connectionInput = z.object({
  marketplace: z.enum(MARKETPLACES),
  conta_id: orAbsent(accountCode),
});

/**
 * integrations.disconnect: the default account unless told. With `apagar`, which takes the seller's password, what is known of
 * its buyers is erased at once; absent: when its marketplace demands it.
 */
export const disconnectInput = connectionInput.extend({ apagar: orAbsent(currentPasswordInput) });

/** integrations.disconnect. `a_retirar`: its marketplace did not hear of it, so the seller takes Esteira away there too. */
export const disconnected = integrationStatus.extend({ a_retirar: z.boolean() });

/** integrations.connect: where to send the seller. The answer sets the cookie that ties the consent to this browser. */
export const consentBegun = z.object({ url: z.string() });

/** integrations.adopt: a refresh token of Amazon's Seller Central, and the merchant token of its seller. */
export const adoptInput = z.object({
  marketplace: z.literal('amazon'),
  conta_id: orAbsent(accountCode),
  refresh_token: requiredText(4000, { as: 'opaque' }),
  vendedor_id: requiredText(40, { as: 'identifier' }),
});

export type DisconnectInput = z.output<typeof disconnectInput>;
export type IntegrationStatus = z.output<typeof integrationStatus>;
