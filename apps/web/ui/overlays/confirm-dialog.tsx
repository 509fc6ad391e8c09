import { AlertDialog } from 'radix-ui';
import { useState } from 'react';
import { Button } from '../button';
import { useFocusReturn } from './focus-return';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The documented question, word for word. */
  question: string;
  /** What the question is about: a name. */
  subject?: string | undefined;
  confirmLabel: string;
  cancelLabel?: string;
  /** Another way than the confirmed one; else nothing is done. */
  onCancel?: () => void;
  destructive?: boolean;
  /** Does what was asked for; the dialog shows that it is under way and closes when it has ended. */
  onConfirm: () => Promise<unknown>;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const returnFocus = useFocusReturn(props.open);
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await props.onConfirm();
    } catch {
      // Whoever does it tells of its failure.
    }
    setBusy(false);
    props.onOpenChange(false);
  }

  return (
    <AlertDialog.Root open={props.open} onOpenChange={props.onOpenChange}>
      <AlertDialog.Portal>
        {/* Over a dialog too: the form behind the question is dimmed. */}
        <AlertDialog.Overlay className="fixed inset-0 z-50 animate-fade bg-(--overlay)" />
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
              <Button onClick={props.onCancel}>{props.cancelLabel ?? 'Cancelar'}</Button>
            </AlertDialog.Cancel>
            <Button variant={props.destructive ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
              {props.confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
