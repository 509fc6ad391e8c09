import { z } from 'zod';

const MIN_KEY_BYTES = 32;

const credential = z.string();
const keyText = z.string().refine((value) => Buffer.byteLength(value) >= MIN_KEY_BYTES, {
  error: `must have ${MIN_KEY_BYTES} bytes or more`,
});
const marketplaceId = z.string().regex(/^[A-Z0-9]{8,20}$/, {
  error: 'must be a marketplace id like A2Q3Y263D00KWC',
});

/** An http or https address, perhaps with a path; without the slash at its end. */
export function baseUrl(usual: string) {
  return z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: `must be an http or https address, like ${usual}`,
    })
    .default(usual)
    .transform((value) => value.replace(/\/+$/, ''));
}

const callsPerHour = z.string().regex(/^[1-9]\d{2,6}$/, { error: 'must be a number from 100 to 9999999' });

/** The variables that concern the two marketplaces. */
export const marketplaceVariables = {
  ML_APP_ID: credential.optional(),
  ML_SECRET_KEY: credential.optional(),
  ML_CALLS_PER_HOUR: callsPerHour.default('18000'),
  ML_API_BASE_URL: baseUrl('https://api.mercadolibre.com'),
  ML_AUTH_BASE_URL: baseUrl('https://auth.mercadolivre.com.br'),
  AMAZON_LWA_CLIENT_ID: credential.optional(),
  AMAZON_LWA_CLIENT_SECRET: credential.optional(),
  AMAZON_APP_ID: credential.optional(),
  AMAZON_SPAPI_BASE_URL: baseUrl('https://sellingpartnerapi-na.amazon.com'),
  AMAZON_LWA_BASE_URL: baseUrl('https://api.amazon.com'),
  AMAZON_CONSENT_BASE_URL: baseUrl('https://sellercentral.amazon.com.br'),
  AMAZON_MARKETPLACE_ID: marketplaceId.default('A2Q3Y263D00KWC'),
  TOKEN_ENCRYPTION_KEY: keyText.optional(),
  TOKEN_ENCRYPTION_KEY_PREVIOUS: keyText.optional(),
};

const parsed = z.object(marketplaceVariables);
type MarketplaceVariables = z.output<typeof parsed>;

/** A Mercado Livre application and where its services are. */
export interface MercadoLivreConfig {
  appId: string;
  secretKey: string;
  /** What Mercado Livre lets the application call within an hour. */
  callsPerHour: number;
  apiBaseUrl: string;
  authBaseUrl: string;
}

/** An Amazon application (SP-API) and where its services are. */
export interface AmazonConfig {
  clientId: string;
  clientSecret: string;
  /** Null: a private application. Its sellers paste a refresh token instead of consenting on Amazon's page. */
  appId: string | null;
  spApiBaseUrl: string;
  lwaBaseUrl: string;
  consentBaseUrl: string;
  marketplaceId: string;
}

/** The marketplaces as the environment makes them; null: simulated. */
export interface MarketplacesConfig {
  mercadoLivre: MercadoLivreConfig | null;
  amazon: AmazonConfig | null;
  /** What the sellers' tokens are encrypted with; there when a marketplace is real. */
  tokenKey: string | null;
  /** The one before it, as long as something may be sealed by it. */
  previousTokenKey: string | null;
}

/** Complete credentials make a marketplace real (docs/product-rules/general.md#real-or-simulated). */
export function toMarketplaces(env: MarketplaceVariables): MarketplacesConfig {
  return {
    mercadoLivre:
      env.ML_APP_ID === undefined || env.ML_SECRET_KEY === undefined
        ? null
        : {
            appId: env.ML_APP_ID,
            secretKey: env.ML_SECRET_KEY,
            callsPerHour: Number(env.ML_CALLS_PER_HOUR),
            apiBaseUrl: env.ML_API_BASE_URL,
            authBaseUrl: env.ML_AUTH_BASE_URL,
          },
    amazon:
      env.AMAZON_LWA_CLIENT_ID === undefined || env.AMAZON_LWA_CLIENT_SECRET === undefined
        ? null
        : {
            clientId: env.AMAZON_LWA_CLIENT_ID,
            clientSecret: env.AMAZON_LWA_CLIENT_SECRET,
            appId: env.AMAZON_APP_ID ?? null,
            spApiBaseUrl: env.AMAZON_SPAPI_BASE_URL,
            lwaBaseUrl: env.AMAZON_LWA_BASE_URL,
            consentBaseUrl: env.AMAZON_CONSENT_BASE_URL,
            marketplaceId: env.AMAZON_MARKETPLACE_ID,
          },
    tokenKey: env.TOKEN_ENCRYPTION_KEY ?? null,
    previousTokenKey: env.TOKEN_ENCRYPTION_KEY_PREVIOUS ?? null,
  };
}

type Given = Partial<Record<string, string>>;

/** Real credentials without the key that would encrypt the sellers' tokens. */
export function tokenKeyProblems(given: Given): string[] {
  const sets = [
    ['ML_APP_ID', 'ML_SECRET_KEY'],
    ['AMAZON_LWA_CLIENT_ID', 'AMAZON_LWA_CLIENT_SECRET'],
  ];
  const complete = sets.filter((names) => names.every((name) => given[name] !== undefined)).flat();
  if (complete.length === 0 || given['TOKEN_ENCRYPTION_KEY'] !== undefined) return [];
  return [`TOKEN_ENCRYPTION_KEY: is required with ${complete.join(', ')} (${MIN_KEY_BYTES} bytes or more)`];
}

/** A previous key that is no other one: a swap that was begun and not made. */
export const previousKeyWarnings = (given: Given): string[] =>
  ['TOKEN_ENCRYPTION_KEY', 'JWT_SECRET']
    .filter((name) => given[name] !== undefined && given[name] === given[`${name}_PREVIOUS`])
    .map((name) => `${name}_PREVIOUS is the same as ${name}; take it away, or set another ${name}`);

/** What works nowhere but on the machine itself, so a real marketplace cannot send sellers or news there. */
export function addressWarnings(
  given: Given,
  real: Pick<MarketplacesConfig, 'mercadoLivre' | 'amazon'>,
): string[] {
  if (real.mercadoLivre === null && real.amazon === null) return [];
  if (given['PUBLIC_URL']?.startsWith('https:')) return [];
  return ['PUBLIC_URL is no https address: marketplaces send neither sellers nor notifications back to it.'];
}
