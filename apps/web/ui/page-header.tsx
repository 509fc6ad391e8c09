import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTitle } from './use-title';

interface PageHeaderProps {
  title: string;
  /** What the browser's tab says instead. */
  tab?: string;
  subtitle?: string;
  /** Its buttons stand elsewhere on a phone. They stay, so that a dialog gives the focus back once the window is wide. */
  isHiddenOnPhone?: boolean;
  children?: ReactNode;
}

/** The head of a page, which the browser's tab names too. */
export function PageHeader({ title, tab = title, subtitle, isHiddenOnPhone, children }: PageHeaderProps) {
  useTitle(tab);
  return (
    // On a phone a head of words alone, which its bar says, takes no row.
    <header
      className={clsx(
        'flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
        (isHiddenOnPhone || !children) && 'max-sm:absolute',
      )}
    >
      <div className="grid gap-0.5">
        {/* A narrow window has it in its bar. */}
        <h1 className="font-semibold text-xl tracking-tight max-lg:sr-only">{title}</h1>
        {subtitle && <p className="text-muted max-sm:hidden">{subtitle}</p>}
      </div>
      {children && (
        <div className={clsx('flex flex-wrap gap-2', isHiddenOnPhone && 'max-sm:hidden')}>{children}</div>
      )}
    </header>
  );
}
