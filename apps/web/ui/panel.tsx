import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface PanelProps extends ComponentProps<'section'> {
  /** Its title, which is its name too; without one the panel has neither. */
  heading?: string;
  /** Beside the title. */
  aside?: ReactNode;
}

/** The one bordered surface of the app; never put one inside another. */
export function Panel({ heading, aside, className, children, ...props }: PanelProps) {
  return (
    <section
      aria-label={heading}
      {...props}
      className={clsx('rounded-lg border border-border bg-surface', className)}
    >
      {heading && <PanelTitle aside={aside}>{heading}</PanelTitle>}
      {children}
    </section>
  );
}

export function PanelTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 px-4 pt-3">
      <h2 className="font-semibold text-sm">{children}</h2>
      {aside}
    </div>
  );
}
