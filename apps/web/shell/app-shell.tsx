import { isSubscriptionActive } from '@esteira/domain/billing/subscription';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { lazyPart } from '../lib/lazy-part';
import { useLoadAhead } from '../lib/load-ahead';
import { useUser } from '../lib/session/session';
import { useMedia } from '../lib/use-media';
import { useTitleCount } from '../ui/use-title';
import { DeletionBanner } from './banners/deletion-banner';
import { InactiveBanner, PasswordBanner } from './banners/late-banner';
import { ReconnectBanner } from './banners/reconnect-banner';
import { usePendingCount } from './navigation/pending-orders';
import { Sidebar } from './navigation/sidebar';
import { RouteErrorBoundary } from './routing/route-error-boundary';
import { ShellKeys } from './shortcuts/shell-keys';

// Wide windows have the sidebar.
const MobileBar = lazyPart(() => import('./navigation/mobile-bar'), 'MobileBar', {
  fallback: <div className="h-14 border-border border-b bg-surface lg:hidden" />,
});

const CONTENT_ID = 'conteudo';

export function AppShell() {
  useTitleCount(usePendingCount());
  useRoleMark();
  useLoadAhead();
  const isNarrow = useMedia('(width < 64rem)');
  return (
    <div className="lg:pl-60">
      <a
        href={`#${CONTENT_ID}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-lg bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
      >
        Ir para o conteúdo
      </a>
      <aside
        aria-label="Menu e conta"
        className="fixed inset-y-0 left-0 hidden w-60 border-border border-r bg-surface lg:block"
      >
        <Sidebar />
      </aside>
      {isNarrow && <MobileBar />}
      <SubscriptionBanner />
      <ReconnectBanner />
      <DeletionBanner />
      <WeakPassword />
      <Content />
      <ShellKeys />
    </div>
  );
}

/** The page itself. Apart from what stands around it, which another page does not draw again. */
function Content() {
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  const scrolled = useRef(pathname);
  const shown = useRef(pathname);

  // A new page starts at its top, for the eye with its first frame, and for the screen reader alike.
  useLayoutEffect(() => {
    if (scrolled.current !== pathname) window.scrollTo(0, 0);
    scrolled.current = pathname;
  }, [pathname]);
  useEffect(() => {
    if (shown.current !== pathname && !isTypingInDialog()) content.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  return (
    <main
      ref={content}
      id={CONTENT_ID}
      tabIndex={-1}
      // Its own box stays where it is: what another page is wide would move all of it.
      className="grid has-[[data-full-width]]:[--page:100%] has-[[data-wide]]:[--page:1616px] grid-cols-[minmax(0,var(--page,1216px))] justify-center gap-5 px-4 py-6 focus:outline-none max-sm:pt-4 max-sm:pb-20 sm:px-6 lg:px-8"
    >
      <RouteErrorBoundary key={pathname}>
        <Outlet />
      </RouteErrorBoundary>
    </main>
  );
}

/** A page may come late: whoever types in what they have opened meanwhile would lose the letters. */
function isTypingInDialog(): boolean {
  return document.activeElement?.matches('[role="dialog"] :is(input, textarea)') ?? false;
}

/**
 * Marks the document with the role of a person of a team. Styles hide then what bears `data-owner`, which only the
 * owner may do, and in the role 'Leitura' what bears `data-changes`; in dialogs too, which stand outside of the page.
 */
function useRoleMark(): void {
  const role = useUser().equipe?.papel;
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (role !== undefined) dataset['role'] = role;
    return () => {
      delete dataset['role'];
    };
  }, [role]);
}

function WeakPassword() {
  const weak = useUser().trocar_senha;
  return weak === undefined ? null : <PasswordBanner weak={weak} />;
}

function SubscriptionBanner() {
  const { is_admin, plano, data_expiracao, equipe } = useUser();
  const expiry = data_expiracao ? new Date(data_expiracao) : null;
  if (is_admin || equipe || isSubscriptionActive({ plano, data_expiracao: expiry }, new Date())) return null;
  return <InactiveBanner />;
}
