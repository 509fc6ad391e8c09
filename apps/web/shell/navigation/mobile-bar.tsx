import { Menu } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { toast } from 'sonner';
import { Bell } from '../../features/notices/bell';
import { Button } from '../../ui/button';
import { PaletteIcon } from '../palette/palette-button';
import type { Drawer as DrawerType } from './drawer';
import { Logo } from './logo';
import { PendingBadge } from './pending-orders';
import { SimulatedMode } from './simulated-mode';

// Its dialog is as large as a page: wide screens, which have the sidebar, do without.
const loadDrawer = () => import('./drawer');

/** Below 1024 px the sidebar becomes a drawer behind this bar. */
export function MobileBar() {
  const bar = useRef<HTMLElement>(null);
  const [Drawer, setDrawer] = useState<typeof DrawerType | null>(null);
  const [open, setOpen] = useState(false);
  const pending = useId();

  // Where the bar is shown its menu is wanted soon; a click asks again for what did not come.
  useEffect(() => {
    if (bar.current?.offsetParent) loadDrawer().catch(() => undefined);
  }, []);

  async function openDrawer() {
    try {
      const loaded = await loadDrawer();
      setDrawer(() => loaded.Drawer);
      setOpen(true);
    } catch {
      toast.error('Não foi possível abrir o menu');
    }
  }

  return (
    <header
      ref={bar}
      className="sticky top-0 z-30 flex h-14 items-center gap-2 border-border border-b bg-surface px-2 lg:hidden"
    >
      <span className="relative">
        <Button
          variant="ghost"
          size="icon"
          className="size-10!"
          aria-label="Abrir menu"
          aria-describedby={pending}
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={openDrawer}
        >
          <Menu aria-hidden />
        </Button>
        <span id={pending} className="pointer-events-none absolute -top-0.5 -right-1">
          <PendingBadge />
        </span>
      </span>
      {Drawer && <Drawer open={open} onOpenChange={setOpen} />}
      <Logo className="max-[430px]:[&>span]:hidden" />
      {/* What may be missing, or come later, moves nothing at the right. */}
      <div className="ml-auto flex items-center gap-2">
        <SimulatedMode />
        <PaletteIcon />
        <Bell className="size-10!" />
      </div>
    </header>
  );
}
