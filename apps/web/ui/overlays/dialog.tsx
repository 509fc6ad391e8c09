import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { type DialogWidth, dialogClass, overlayClass } from './dialog-frame';
import { useFocusReturn } from './focus-return';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onClickBeside?: () => void;
  title: string;
  description?: string;
  wide?: DialogWidth;
  children: ReactNode;
}

export function Dialog({ open, onOpenChange, onClickBeside, wide, children, ...props }: DialogProps) {
  const { title, description } = props;
  const returnFocus = useFocusReturn(open);
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={overlayClass} onClick={onClickBeside} />
        <Primitive.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={returnFocus}
          // A stray click, or one on a toast, must not throw away what was typed; Esc and the buttons close.
          onInteractOutside={(event) => event.preventDefault()}
          className={dialogClass(wide)}
        >
          <header className="flex items-start justify-between gap-4 border-border border-b py-3 pr-3 pl-5">
            <div className="grid gap-0.5 py-1">
              <Primitive.Title className="font-semibold text-base">{title}</Primitive.Title>
              {description && (
                <Primitive.Description className="text-muted">{description}</Primitive.Description>
              )}
            </div>
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Fechar">
                <X aria-hidden />
              </Button>
            </Primitive.Close>
          </header>
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** The scrolling middle of a dialog. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx('min-h-0 flex-1 overflow-y-auto p-5', className)}>{children}</div>;
}

/** The row of actions that stays in sight while the middle scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap justify-end gap-2 border-border border-t px-5 py-3">{children}</footer>
  );
}
