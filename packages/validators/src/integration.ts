import { z } from 'zod';

const mode = z.object({ modo: z.enum(['simulado', 'real']) });

/** integrations.status: which outside services are real and which simulated. */
export const integrationStatus = z.object({
  mercadolivre: mode,
  amazon: mode,
  pagamento: z.object({ modo: z.enum(['simulado', 'mercadopago']) }),
});

export type IntegrationStatus = z.output<typeof integrationStatus>;
