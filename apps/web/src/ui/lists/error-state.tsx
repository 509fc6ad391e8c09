import { RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '../button';

interface ErrorStateProps {
  title: string;
  description?: string | undefined;
  onRetry: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, description, onRetry, retrying = false }: ErrorStateProps) {
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
      </div>
      <Button onClick={onRetry} busy={retrying}>
        {!retrying && <RotateCw aria-hidden />}
        Tentar novamente
      </Button>
    </div>
  );
}
