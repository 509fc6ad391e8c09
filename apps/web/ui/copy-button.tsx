import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { Button } from './button';

interface CopyButtonProps {
  text: string;
  label: string;
}

const SHOWN_MS = 2000;

export function CopyButton({ text, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  // The clipboard needs a secure context; over plain HTTP the text stays selectable by hand.
  if (!navigator.clipboard) return null;
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => toast.error('Não foi possível copiar'),
        )
      }
    >
      {copied ? <Check aria-hidden className="text-success-text" /> : <Copy aria-hidden />}
      <span role="status" className="sr-only">
        {copied ? 'Copiado' : ''}
      </span>
    </Button>
  );
}
