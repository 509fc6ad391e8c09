import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button';

interface ErrorStateProps {
  title: string;
  description?: string | undefined;
  /** By what the operator finds the failure in the server's log. */
  reference?: string | undefined;
  onRetry: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, description, reference, onRetry, retrying = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-lg border border-border px-6 py-12 text-center"
    >
      <span className="grid size-11 place-items-center rounded-lg bg-danger-soft text-danger-text">
        <TriangleAlert aria-hidden className="size-5" />
      </span>
      <div className="grid gap-1">
        <p className="font-semibold text-sm">{title}</p>
        {description && <p className="max-w-[48ch] text-muted">{description}</p>}
        {reference && (
          <p className="text-muted text-xs">
            Código do erro: <span className="tabular select-all">{reference}</span>
          </p>
        )}
      </div>
      <Button onClick={onRetry} busy={retrying}>
        {!retrying && <RotateCw aria-hidden />}
        Tentar novamente
      </Button>
    </div>
  );
}
