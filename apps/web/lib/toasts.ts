import { toast } from 'sonner';
import { conflictsOf, detailOf, statusOf } from './forms/problem';

const toasts = new WeakMap<object, string | number>();

/** The toast that tells of this error. */
export const toastOf = (error: unknown) => toasts.get(Object(error));

/**
 * For the failures whose sentence is fixed (docs/product-rules/web-app.md#error-messages): that sentence is the title, what the
 * server says about it stands below. A toast with an `id` takes the place of the one that bears it already.
 */
export function toastFailure(error: unknown, title: string, id?: string): void {
  if (isToldElsewhere(error)) return;
  const detail = detailOf(error);
  const shown = toast.error(title, {
    ...(id ? { id } : {}),
    ...(detail && detail !== title ? { description: detail } : {}),
  });
  toasts.set(Object(error), shown);
}

/** For the failures documented as 'detail, else …': the server's sentence alone, when there is one. */
export function toastDetail(error: unknown, fallback: string): void {
  if (isToldElsewhere(error)) return;
  toasts.set(Object(error), toast.error(detailOf(error) ?? fallback));
}

/** What a mutation says of how it ended, and what is read again once it is done. */
export const telling = (done: string, failed: string, reload?: () => unknown) => ({
  onSuccess: () => {
    toast.success(done);
    return reload?.();
  },
  onError: (error: unknown) => toastFailure(error, failed),
});

// The login page says that the session ended, and a form shows its own conflicts: a second sentence only confuses.
function isToldElsewhere(error: unknown): boolean {
  return statusOf(error) === 401 || conflictsOf(error).length > 0;
}
