import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button';
import { Skeleton } from '../lists/skeleton';
import { useFocusWithin } from './focus-return';

export const overlayClass = 'fixed inset-0 z-40 animate-fade bg-(--overlay)';

/** 'table': as wide as a table wants it. */
export type DialogWidth = boolean | 'table';

export const dialogClass = (wide?: DialogWidth) =>
  clsx(
    'fixed z-50 flex max-h-[calc(100dvh-2rem)] animate-enter flex-col border border-border bg-surface',
    'inset-x-0 bottom-0 rounded-t-xl shadow-raised focus:outline-none',
    'sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:-translate-y-1/2 sm:rounded-xl',
    wide === 'table' ? 'sm:max-w-[min(60rem,92vw)]' : wide ? 'sm:max-w-2xl' : 'sm:max-w-lg',
  );

interface DialogFrameProps {
  title: string;
  wide?: DialogWidth | undefined;
  onClose: () => void;
  /** In place of the grey shapes. */
  children?: ReactNode;
}

/** Stands in a dialog's place while its code is on its way: the title, the cross, and grey shapes. */
export function DialogFrame({ title, wide, onClose, children }: DialogFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  useFocusWithin(box);

  function handleKey(event: KeyboardEvent) {
    // The page behind is not worked meanwhile.
    if (event.key === 'Tab' && !children) event.preventDefault();
    if (event.key === 'Escape') onClose();
  }

  return createPortal(
    <>
      <div className={overlayClass} />
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-busy={!children}
        aria-label={children ? title : `${title}, carregando`}
        tabIndex={-1}
        onKeyDown={handleKey}
        className={dialogClass(wide)}
      >
        <header className="flex items-start justify-between gap-4 border-border border-b py-3 pr-3 pl-5">
          <h2 className="py-1 font-semibold text-base">{title}</h2>
          <Button variant="ghost" size="icon" aria-label="Fechar" onClick={onClose}>
            <X aria-hidden />
          </Button>
        </header>
        <div className="grid gap-4 p-5">
          {children || (
            <>
              <Skeleton className="h-4 w-1/3" />
              <Skeleton className="h-9" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-9" />
            </>
          )}
        </div>
      </div>
    </>,
    document.body,
  );
}
