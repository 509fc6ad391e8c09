import { type ComponentProps, useState } from 'react';
import { Button } from '../ui/button';
import { ConfirmDialog } from './lazy-dialog';

interface AskFirstButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'busy' | 'className'> {
  /** What it does, on the button and in the question. */
  label: string;
  /** The button's name for who does not see what stands beside it. */
  description?: string;
  question: string;
  /** What comes of it. */
  subject: string;
  onConfirm: () => Promise<unknown>;
}

/** A button for what cannot be taken back: it asks before. */
export function AskFirstButton({
  label,
  description,
  question,
  subject,
  onConfirm,
  ...props
}: AskFirstButtonProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="ghost-danger" aria-label={description} onClick={() => setAsking(true)} {...props}>
        {label}
      </Button>

      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          question={question}
          subject={subject}
          confirmLabel={label}
          destructive
          onConfirm={onConfirm}
        />
      )}
    </>
  );
}
