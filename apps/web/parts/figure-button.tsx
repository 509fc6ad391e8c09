import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface FigureButtonProps extends ComponentProps<'button'> {
  text: string;
  /** What it is, for whoever does not see what is around it. */
  label: string;
}

/** A figure that opens what makes it. Its children draw it, where that is more than its text. */
export function FigureButton({ text, label, className, children = text, ...props }: FigureButtonProps) {
  return (
    <button
      type="button"
      aria-label={`${text}, ${label}: por que este número?`}
      title="Por que este número?"
      className={clsx(
        'min-h-6 min-w-6 cursor-help underline decoration-dotted underline-offset-4 [text-align:inherit]',
        'max-sm:-my-1.5 max-sm:min-h-10',
        'hover:decoration-solid focus-visible:decoration-solid',
        className,
      )}
      {...props}
    >
      {children}
    </button>
  );
}
