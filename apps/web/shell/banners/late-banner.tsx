import { lazyPart } from '../../lib/lazy-part';

/** Most sellers see none. */
export const ShellBanner = lazyPart(() => import('./shell-banner'), 'ShellBanner', {
  fallback: <div className="h-11 border-warning-border border-b bg-warning-soft" />,
  missing: null,
});
