import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { Button } from '../../ui/button';
import { overlayClass } from '../../ui/overlays/dialog-frame';
import { useFocusReturn } from '../../ui/overlays/focus-return';
import { Sidebar } from './sidebar';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The sidebar of a narrow screen, over the page. */
export function Drawer({ open, onOpenChange }: DrawerProps) {
  const returnFocus = useFocusReturn(open);
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-50 w-64 max-w-[85vw] animate-drawer border-border border-r bg-surface focus:outline-none"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close asChild>
            <Button variant="ghost" size="icon" className="absolute top-3 right-2" aria-label="Fechar menu">
              <X aria-hidden />
            </Button>
          </Dialog.Close>
          <Sidebar onNavigate={() => onOpenChange(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
