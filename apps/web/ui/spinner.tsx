import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';

export function Spinner({ large }: { large?: boolean }) {
  return <LoaderCircle aria-hidden className={clsx('shrink-0 animate-spin', large ? 'size-6' : 'size-4')} />;
}
