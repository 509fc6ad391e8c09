import { TriangleAlert } from 'lucide-react';

/** What an admin has to look into. */
export function AdminAlert({ text }: { text: string }) {
  return (
    <p className="flex gap-2.5 rounded-lg bg-warning-soft px-3.5 py-3 text-warning-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {text}
    </p>
  );
}
