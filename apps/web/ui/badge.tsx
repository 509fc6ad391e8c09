import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';

const badge = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-medium text-xs [&>svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-muted',
        primary: 'bg-primary-soft text-primary-text',
        success: 'bg-success-soft text-success-text',
        warning: 'bg-warning-soft text-warning-text',
        danger: 'bg-danger-soft text-danger-text',
        info: 'bg-info-soft text-info-text',
        indigo: 'bg-indigo-soft text-indigo-text',
        cyan: 'bg-cyan-soft text-cyan-text',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type Tone = NonNullable<VariantProps<typeof badge>['tone']>;

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  className?: string;
  children: string;
}

export function Badge({ tone, icon: Icon, className, children }: BadgeProps) {
  return (
    <span className={clsx(badge({ tone }), className)}>
      {Icon && <Icon aria-hidden />}
      {children}
    </span>
  );
}
