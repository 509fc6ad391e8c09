import { KEY_SCOPES } from '@esteira/domain/accounts/api-keys';
import { z } from 'zod';
import { isoDate, requiredText } from '../wire/text';

/** apiKeys.create: what the key is called, and what it may do. */
export const apiKeyInput = z.object({
  nome: requiredText(60),
  escopos: z
    .array(z.enum(KEY_SCOPES))
    .min(1, { error: 'Escolha pelo menos um escopo' })
    .transform((chosen) => KEY_SCOPES.filter((scope) => chosen.includes(scope))),
});

/** A key as its owner sees it later: `prefixo` is all of it that can still be read. */
export const apiKey = z.object({
  id: z.string(),
  nome: z.string(),
  prefixo: z.string(),
  escopos: z.array(z.enum(KEY_SCOPES)),
  criado_em: isoDate,
  /** Exact to a minute; null before its first use. */
  ultimo_uso: isoDate.nullable(),
});

/** apiKeys.create answers the whole key, this once. */
export const createdApiKey = apiKey.extend({ chave: z.string() });

export type ApiKeyInput = z.output<typeof apiKeyInput>;
export type ApiKey = z.output<typeof apiKey>;
export type CreatedApiKey = z.output<typeof createdApiKey>;
