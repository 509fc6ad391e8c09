import { AlertDialog } from 'radix-ui';
import { Button } from './button';
import { overlayClass } from './dialog';
import { useFocusReturn } from './focus-return';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The documented question, word for word. */
  question: string;
  /** What the question is about: a name. */
  subject?: string | undefined;
  confirmLabel: string;
  destructive?: boolean;
  onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useFocusReturn(props.open);
  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          {...(props.subject ? {} : { 'aria-describedby': undefined })}
          className="fixed inset-x-4 top-1/2 z-50 mx-auto grid max-w-sm -translate-y-1/2 animate-enter gap-5 rounded-xl border border-border bg-surface p-5 shadow-raised focus:outline-none"
        >
          <div className="grid gap-1">
            <AlertDialog.Title className="font-semibold text-base">{props.question}</AlertDialog.Title>
            {props.subject && (
              <AlertDialog.Description className="text-muted [overflow-wrap:anywhere]">
                {props.subject}
              </AlertDialog.Description>
            )}
          </div>
          <div className="flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>Cancelar</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant={props.destructive ? 'danger' : 'primary'} onClick={props.onConfirm}>
                {props.confirmLabel}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
