import type { MouseEvent } from 'react';
import { toast } from 'sonner';

export type Go = (path: string) => void;

interface ToastLink {
  path: string;
  /** Of the toast that it stands in. */
  id: string;
  go: Go;
  label: string;
}

/** The toasts stand outside of the router: a link by hand, which still opens in a new tab when asked to. */
export function toastLink({ path, id, go, label }: ToastLink) {
  function follow(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    toast.dismiss(id);
    go(path);
  }
  return (
    <a href={path} data-button onClick={follow} className="relative! z-10!">
      {label}
    </a>
  );
}
