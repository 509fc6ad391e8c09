import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  description?: string;
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, description, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-border border-dashed px-6 py-14 text-center">
      <span className="grid size-11 place-items-center rounded-lg bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="grid gap-1">
        <h2 className="font-semibold text-sm">{title}</h2>
        {description && <p className="max-w-[44ch] text-balance text-muted">{description}</p>}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2 pt-1">{children}</div>}
    </div>
  );
}
