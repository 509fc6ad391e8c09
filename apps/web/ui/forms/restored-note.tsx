import { Button } from '../button';

/** Stands over a form that gives back what was typed earlier. */
export function RestoredNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p
      role="status"
      className="col-span-full flex flex-wrap items-center gap-x-2 rounded-lg bg-info-soft px-3 py-2 text-[13px] text-info-text"
    >
      O que você tinha digitado está de volta.
      <Button variant="link" size="bare" onClick={onStartOver}>
        Começar de novo
      </Button>
    </p>
  );
}
