import { Dialog, DialogBody } from '../../ui/overlays/dialog';
import { useSingleKeys } from '../../ui/single-keys';
import { SHORTCUTS } from './shortcuts';

/** Every shortcut, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, choose] = useSingleKeys();
  return (
    <Dialog open onOpenChange={onClose} onClickBeside={onClose} title="Atalhos do teclado">
      <DialogBody className="grid gap-5">
        {SHORTCUTS.map(({ heading, shortcuts }) => (
          <section key={heading} aria-label={heading} className="grid gap-2">
            <h3 className="text-[13px] text-muted">{heading}</h3>
            <dl className="grid gap-2">
              {shortcuts.map(({ keys, label }) => (
                <Line key={keys} keys={keys} label={label} />
              ))}
              {heading === SHORTCUTS[0]?.heading && (
                <Line keys="Ctrl K" label="Buscar em tudo (no Mac, ⌘K)" />
              )}
            </dl>
          </section>
        ))}
        <label className="flex cursor-pointer items-center justify-between gap-3 border-border border-t pt-4 font-medium">
          <span className="grid">
            Atalhos de uma tecla
            <span className="font-normal text-[13px] text-muted">Ctrl K funciona sempre</span>
          </span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={on}
            checked={on}
            onChange={(event) => choose(event.target.checked)}
            className="size-4 shrink-0 accent-primary"
          />
        </label>
      </DialogBody>
    </Dialog>
  );
}

function Line({ keys, label }: { keys: string; label: string }) {
  return (
    <div className="flex items-center justify-between gap-4">
      <dt>{label}</dt>
      <dd className="flex gap-1">
        {keys.split(' ').map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-md border border-border bg-sunken px-1.5 text-center font-sans text-[13px] leading-6"
          >
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
