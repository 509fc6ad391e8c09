import { type ComponentType, useState } from 'react';
import { Button } from '../../../ui/button';
import { FormDialog } from '../../../ui/overlays/form-dialog';

interface DialogButtonProps {
  label: string;
  /** What comes of it. */
  description: string;
  form: ComponentType<{ onClose: () => void }>;
}

/** A button for what concerns the whole installation: its dialog asks for the proof. */
export function DialogButton({ label, description, form: Form }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog onClose={close} title={`${label}?`} description={description}>
          <Form onClose={close} />
        </FormDialog>
      )}
    </>
  );
}
