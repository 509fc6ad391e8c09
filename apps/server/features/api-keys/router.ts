import { apiKey, apiKeyInput, createdApiKey } from '@esteira/validators/accounts/api-keys';
import { idInput } from '@esteira/validators/wire/text';
import { z } from 'zod';
import { authedProcedure, router } from '../../core/procedures';
import { createApiKey, listApiKeys, revokeApiKey } from './service';

/** 'Configurações → Chaves de API'. For sessions only: a key makes, sees and revokes no keys. */
export const apiKeysRouter = router({
  list: authedProcedure.output(z.array(apiKey)).query(({ ctx }) => listApiKeys(ctx.deps.db, ctx.user.id)),
  create: authedProcedure
    .meta({ activity: 'chave_criada' })
    .input(apiKeyInput)
    .output(createdApiKey)
    .mutation(({ ctx, input }) => createApiKey(ctx.deps, ctx.user.id, input)),
  revoke: authedProcedure
    .meta({ activity: 'chave_revogada' })
    .input(idInput)
    .mutation(({ ctx, input }) => revokeApiKey(ctx.deps.db, ctx.user.id, input.id)),
});
