import type { Config } from '../../env/env';
import type { SmokeVariables } from '../../env/smoke';
import { StartError } from '../../startup/start-error';
import type { AmazonSmoke, MercadoLivreSmoke, MercadoPagoSmoke } from './smoke';

export interface SmokeEnvironment {
  config: Pick<Config, 'marketplaces' | 'mercadoPago' | 'dataDir'>;
  variables: SmokeVariables;
}

const USAGE = `Usage: npm run smoke:live -- <mercadolivre | amazon | mercadopago>

Reads a real account and prints what came, masked. It changes nothing there.

mercadolivre
  ML_APP_ID, ML_SECRET_KEY      the application
  SMOKE_ML_REFRESH_TOKEN        a refresh token of the seller. It works once: its successor is kept under DATA_DIR.
  SMOKE_ML_LISTING              a listing to read, like MLB4000000001 (optional)

amazon
  AMAZON_LWA_CLIENT_ID, AMAZON_LWA_CLIENT_SECRET
  SMOKE_AMAZON_REFRESH_TOKEN    a refresh token of the seller
  SMOKE_AMAZON_SELLER_ID        the merchant token, like A1B2C3D4E5F6G7
  SMOKE_AMAZON_LISTING          the SKU of a listing to read (optional)

mercadopago
  MERCADOPAGO_ACCESS_TOKEN, MERCADOPAGO_PUBLIC_KEY, MERCADOPAGO_WEBHOOK_SECRET

TOKEN_ENCRYPTION_KEY is required as for the server.`;

/** What is to be read. @throws StartError with the usage, or naming what is missing. */
export function parseSmokeOptions(
  args: readonly string[],
  { config, variables }: SmokeEnvironment,
): MercadoLivreSmoke | AmazonSmoke | MercadoPagoSmoke {
  const [kind, ...rest] = args;
  if (rest.length > 0) throw new StartError(USAGE);
  const needed = (name: keyof SmokeVariables): string => {
    const value = variables[name];
    if (value === undefined) throw new StartError(`${name} is missing.\n\n${USAGE}`);
    return value;
  };
  if (kind === 'mercadopago') {
    if (config.mercadoPago === null) throw new StartError(`Its three variables are missing.\n\n${USAGE}`);
    return { kind, config: config.mercadoPago };
  }
  const { mercadoLivre, amazon } = config.marketplaces;
  if (kind === 'mercadolivre') {
    if (mercadoLivre === null) throw new StartError(`ML_APP_ID and ML_SECRET_KEY are missing.\n\n${USAGE}`);
    return {
      kind,
      config: mercadoLivre,
      refreshToken: needed('SMOKE_ML_REFRESH_TOKEN'),
      folder: config.dataDir,
      listing: variables.SMOKE_ML_LISTING ?? null,
    };
  }
  if (kind !== 'amazon') throw new StartError(USAGE);
  if (amazon === null) throw new StartError(`AMAZON_LWA_CLIENT_ID and its secret are missing.\n\n${USAGE}`);
  return {
    kind,
    config: amazon,
    refreshToken: needed('SMOKE_AMAZON_REFRESH_TOKEN'),
    sellerId: needed('SMOKE_AMAZON_SELLER_ID'),
    listing: variables.SMOKE_AMAZON_LISTING ?? null,
  };
}
