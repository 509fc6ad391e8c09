import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse rounded-md bg-sunken', className)} />;
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
