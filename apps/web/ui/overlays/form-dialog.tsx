import { type ComponentProps, createContext, type RefObject, use, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog';
import { Dialog } from './dialog';

type OnDiscard = () => void;

const UnsavedContext = createContext<RefObject<OnDiscard | null>>({ current: null });

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'onClickBeside'> & {
  onClose: () => void;
};

/** A dialog with a form: Esc, the cross and a click beside ask before they throw away what was typed. */
export function FormDialog({ onClose, children, ...props }: FormDialogProps) {
  const unsaved = useRef<OnDiscard | null>(null);
  const [asking, setAsking] = useState(false);

  return (
    <UnsavedContext value={unsaved}>
      <Dialog
        open
        {...props}
        onOpenChange={() => (unsaved.current ? setAsking(true) : onClose())}
        onClickBeside={() => setAsking(unsaved.current !== null)}
      >
        {children}
        {asking && (
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(false)}
            question="Descartar alterações?"
            confirmLabel="Descartar"
            cancelLabel="Continuar editando"
            destructive
            onConfirm={async () => {
              unsaved.current?.();
              onClose();
            }}
          />
        )}
      </Dialog>
    </UnsavedContext>
  );
}

/** Says to the dialog around it that there is something to lose, and hears when it is given up. */
export function useUnsaved(hasChanges: boolean, onDiscard: OnDiscard): void {
  const unsaved = use(UnsavedContext);
  useEffect(() => {
    unsaved.current = hasChanges ? onDiscard : null;
    return () => {
      unsaved.current = null;
    };
  });
}
