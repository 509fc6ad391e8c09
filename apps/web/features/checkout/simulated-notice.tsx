import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says that no money moves, and how one goes on without it. */
export function SimulatedNotice({ children }: { children?: ReactNode }) {
  return (
    <div className="flex gap-3 rounded-lg bg-info-soft px-3.5 py-3 text-info-text">
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">Pagamento simulado: nenhum valor é cobrado.</p>
        {children}
      </div>
    </div>
  );
}
