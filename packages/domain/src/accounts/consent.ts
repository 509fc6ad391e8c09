/** How long the seller has to give the consent, in seconds: what the server keeps of it and the cookie last as long. */
export const CONSENT_SECONDS = 600;

/** How the consent to connect a marketplace's account ended, as the page Integrações is told in its address. */
export const CONSENT_OUTCOMES = [
  'ok',
  'expirada',
  'recusada',
  'em_uso',
  'outra_conta',
  'indisponivel',
] as const;

export type ConsentOutcome = (typeof CONSENT_OUTCOMES)[number];
