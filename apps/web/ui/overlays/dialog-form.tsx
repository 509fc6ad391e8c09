import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button';
import { FormError } from '../forms/form-error';
import { DialogActions, DialogBody } from './dialog';

interface DialogFormProps {
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  /** What failed and stands at no field. */
  error: ComponentProps<typeof FormError>['text'];
  submitLabel: string;
  /** Of what is lost or given up. */
  destructive?: boolean | undefined;
  busy: boolean;
  cancelLabel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** The form that fills a dialog: its fields, why it failed, and the way out beside the button that sends it. */
export function DialogForm({
  onSubmit,
  error,
  submitLabel,
  busy,
  onCancel,
  children,
  ...props
}: DialogFormProps) {
  const { destructive = false, cancelLabel = 'Cancelar' } = props;
  return (
    <form noValidate className="flex min-h-0 flex-1 flex-col" onSubmit={onSubmit}>
      <DialogBody className="grid gap-4">
        {children}
        <FormError text={error} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onCancel}>{cancelLabel}</Button>
        <Button type="submit" variant={destructive ? 'danger' : 'primary'} busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
