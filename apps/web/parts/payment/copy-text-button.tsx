import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button';

interface CopyTextButtonProps {
  text: string;
  label: string;
  /** For those who do not see what stands around it. */
  description: string;
  /** The step that everything around it leads to. */
  prominent?: boolean;
}

const SHOWN_MS = 2000;

/** Copies a text and says so in its own place. Where there is no clipboard the text itself can be selected. */
export function CopyTextButton({ text, label, description, prominent }: CopyTextButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  // The clipboard needs a secure context: over plain HTTP one copies by hand.
  if (!navigator.clipboard) {
    return (
      <textarea
        readOnly
        aria-label={label}
        rows={3}
        value={text}
        onFocus={(event) => event.target.select()}
        className="w-full rounded-lg border border-field bg-surface p-2 font-mono text-xs"
      />
    );
  }
  return (
    <Button
      size={prominent ? 'md' : 'sm'}
      variant={prominent ? 'primary' : 'secondary'}
      title={description}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => toast.error('Não foi possível copiar'),
        )
      }
    >
      {copied ? (
        <Check aria-hidden className={prominent ? undefined : 'text-success-text'} />
      ) : (
        <Copy aria-hidden />
      )}
      {label}
      <span role="status" className="sr-only">
        {copied ? 'Copiado' : ''}
      </span>
    </Button>
  );
}
