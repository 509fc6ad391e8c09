import { Menu, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { overlayClass } from '../../ui/overlays/dialog';
import { Logo } from './logo';
import { Sidebar } from './sidebar';
import { SimulatedMode } from './simulated-mode';

/** Below 1024 px the sidebar becomes a drawer behind this bar. */
export function MobileBar() {
  const [open, setOpen] = useState(false);
  return (
    <div className="sticky top-0 z-30 flex h-14 items-center gap-2 border-border border-b bg-surface px-2 lg:hidden">
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger asChild>
          <Button variant="ghost" size="icon" className="size-10!" aria-label="Abrir menu">
            <Menu aria-hidden />
          </Button>
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className={overlayClass} />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-50 w-64 max-w-[85vw] animate-drawer border-border border-r bg-surface focus:outline-none"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" className="absolute top-3 right-2" aria-label="Fechar menu">
                <X aria-hidden />
              </Button>
            </Dialog.Close>
            <Sidebar onNavigate={() => setOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo />
      <SimulatedMode className="ml-auto" />
    </div>
  );
}
