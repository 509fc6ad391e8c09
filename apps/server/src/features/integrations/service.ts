import type { IntegrationStatus } from '@esteira/validators/integration';
import type { Deps } from '../../core/context';

/** Which outside services are real and which simulated (spec §2, Integrations). */
export function integrationModes({ marketplaces, payments }: Deps): IntegrationStatus {
  return {
    mercadolivre: { modo: marketplaces.mercadolivre.modo },
    amazon: { modo: marketplaces.amazon.modo },
    pagamento: { modo: payments.modo },
  };
}
