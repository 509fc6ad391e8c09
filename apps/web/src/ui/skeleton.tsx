import type { ReactNode } from 'react';
import { cn } from '../lib/cn';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-sunken', className)} />;
}

/** Says once, to those who cannot see the grey shapes, that something is loading. */
export function SkeletonGroup({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">Carregando…</span>
      {children}
    </div>
  );
}
