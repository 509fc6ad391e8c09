import { lazyPart } from '../../lib/lazy-part';

const loadBanners = () => import('./shell-banner');

/** Most sellers see none. */
const LATE = {
  fallback: <div className="h-11 border-warning-border border-b bg-warning-soft" />,
  missing: null,
};

export const InactiveBanner = lazyPart(loadBanners, 'InactiveBanner', LATE);
export const DeletionNotice = lazyPart(loadBanners, 'DeletionNotice', LATE);
export const ErasingBanner = lazyPart(loadBanners, 'ErasingBanner', LATE);
export const OldPasswordBanner = lazyPart(loadBanners, 'OldPasswordBanner', LATE);
export const RefusedBanner = lazyPart(loadBanners, 'RefusedBanner', LATE);
export const PasswordBanner = lazyPart(loadBanners, 'PasswordBanner', LATE);
