import { Menu } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import { Bell } from '../../features/notices/bell';
import { lazyDialog } from '../../lib/lazy-dialog';
import { lazyPart } from '../../lib/lazy-part';
import { usePhone } from '../../lib/use-media';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { PaletteIcon } from '../palette/palette-icon';
import { NAVIGATION } from './navigation';
import { PendingBadge } from './pending-orders';
import { SimulatedMode } from './simulated-mode';

// Its dialog is as large as a page: wide screens, which have the sidebar, do without.
const Drawer = lazyDialog(() => import('./drawer'), 'Drawer', { title: 'Menu' });

const PhoneBar = lazyPart(() => import('./phone-bar'), 'PhoneBar', {
  fallback: <div className="fixed inset-x-0 bottom-0 z-30 h-14 border-border border-t bg-surface" />,
});

/** Below 1024 px the sidebar becomes a drawer behind this bar; a phone opens it at its foot. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const isPhone = usePhone();
  const pending = useId();
  return (
    <>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-border border-b bg-surface px-2 lg:hidden">
        {!isPhone && (
          <span className="relative">
            <Button
              variant="ghost"
              size="icon"
              className="size-10!"
              aria-label="Abrir menu"
              aria-describedby={pending}
              aria-haspopup="dialog"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <Menu aria-hidden />
            </Button>
            <span id={pending} className="pointer-events-none absolute -top-0.5 -right-1">
              <PendingBadge />
            </span>
          </span>
        )}
        {/* The page has its own heading. */}
        <p aria-hidden className="truncate px-2 font-semibold text-[17px] tracking-tight">
          {namePlace(pathname)}
        </p>
        {/* What may be missing, or come later, moves nothing at the right. */}
        <div className="ml-auto flex items-center gap-2">
          <SimulatedMode isShort />
          <PaletteIcon />
          <Bell className="size-10!" />
        </div>
      </header>
      {isPhone && <PhoneBar isMenuOpen={open} onOpenMenu={() => setOpen(true)} />}
      {open && <Drawer open onOpenChange={setOpen} />}
    </>
  );
}

/** Where one is, by the menu's words. */
function namePlace(pathname: string): string {
  const isWithin = (to: string) => (to === paths.dashboard ? pathname === to : pathname.startsWith(to));
  return NAVIGATION.find(({ to }) => isWithin(to))?.label ?? 'Configurações';
}
