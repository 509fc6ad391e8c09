import type { ComponentType } from 'react';
import { RetryLine } from '../ui/lists/retry-line';
import { DialogFrame, type DialogWidth } from '../ui/overlays/dialog-frame';
import { loadAhead } from './ahead-queue';
import { lazyPart, type PropsOf } from './lazy-part';
import { useReload } from './live/use-reload';

interface FrameOptions<Props> {
  /** The title of the dialog. */
  title: string | ((props: Props) => string);
  wide?: DialogWidth;
}

/** What closes a dialog. */
interface Closable {
  onClose?: () => void;
  onOpenChange?: (open: boolean) => void;
}

/**
 * A dialog whose code is loaded once the page around it is idle. Opened before, its frame with the title stands at once;
 * where its code does not arrive the frame says so.
 */
export function lazyDialog<Name extends string, Module extends Record<Name, ComponentType<never>>>(
  load: () => Promise<Module>,
  name: Name,
  { title, wide }: FrameOptions<PropsOf<Module[Name]>>,
) {
  type Props = PropsOf<Module[Name]>;
  const frame = (props: Props, isMissing: boolean) => (
    <DialogFrame
      title={typeof title === 'function' ? title(props) : title}
      wide={wide}
      onClose={() => close(props as Closable)}
    >
      {isMissing && <MissingDialog />}
    </DialogFrame>
  );
  const dialog = lazyPart(load, name, {
    fallback: (props) => frame(props, false),
    missing: (props) => frame(props, true),
  });
  loadAhead(dialog.preload);
  return dialog;
}

function close({ onClose, onOpenChange }: Closable): void {
  onClose?.();
  onOpenChange?.(false);
}

function MissingDialog() {
  const { retry, retrying } = useReload();
  return (
    <RetryLine failure="Não foi possível abrir. Verifique sua conexão." retrying={retrying} onRetry={retry} />
  );
}

/** Asks before something is done. */
export const ConfirmDialog = lazyDialog(() => import('../ui/overlays/confirm-dialog'), 'ConfirmDialog', {
  title: ({ question }) => question,
});
