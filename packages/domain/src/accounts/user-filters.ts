import { PLAN_IDS } from '../billing/plans';

/** What an admin narrows the list of users down to. */
export const USER_SITUATIONS = ['ativos', 'inativos', 'admins'] as const;

/** A plan counts while its subscription is active. */
export const USER_PLANS = [...PLAN_IDS, 'nenhum'] as const;
