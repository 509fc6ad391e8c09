import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** The one bordered surface of the app; never put one inside another. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={clsx('rounded-lg border border-border bg-surface', className)} />;
}

export function PanelTitle({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 border-border border-b px-4 py-2.5">
      <h2 className="font-semibold text-sm">{children}</h2>
      {aside}
    </div>
  );
}
