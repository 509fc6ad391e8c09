import type { PageName } from '../../app-pages';
import { paths } from '../../paths';

const NAMES: Readonly<Record<string, PageName>> = {
  [paths.dashboard]: 'dashboard',
  [paths.products]: 'products',
  [paths.suppliers]: 'suppliers',
  [paths.purchasing]: 'purchasing',
  [paths.orders]: 'orders',
  [paths.integrations]: 'integrations',
  [paths.tutorial]: 'tutorial',
  [paths.subscription]: 'subscription',
  [paths.account]: 'account',
  [paths.costs]: 'costs',
  [paths.team]: 'team',
  [paths.apiKeys]: 'apiKeys',
  [paths.admin]: 'admin',
};

/** Which page of the shell stands at this path; null for one outside of it. */
export function pageOf(pathname: string): PageName | null {
  if (Object.hasOwn(NAMES, pathname)) return NAMES[pathname] ?? null;
  return pathname.startsWith(`${paths.orders}/`) ? 'order' : null;
}
