import { refuseFileName } from '@esteira/validators/csv/file-name';
import { CSV_FILE_PROBLEMS, CSV_MAX_BYTES } from '@esteira/validators/csv/product-csv';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useState } from 'react';

interface CsvDropZoneProps {
  className: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A file input that files can be dropped on, too. What it shows is its label. */
export function CsvDropZone({ className, onChoose, children }: CsvDropZoneProps) {
  const id = useId();
  const [hovered, setHovered] = useState(false);
  const [why, setWhy] = useState<string | null>(null);
  useHarmlessDrops();

  function take(files: FileList | null) {
    const choice = chooseFile(files);
    setWhy(choice.ok ? null : choice.why);
    if (choice.ok) onChoose(choice.file);
  }

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    // Nothing chosen: the browser's own dialog was closed.
    if (target.files?.length) take(target.files);
    // The same file, mended meanwhile, can be chosen again.
    target.value = '';
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setHovered(false);
    take(event.dataTransfer.files);
  }

  return (
    <div className="grid gap-2">
      <label
        htmlFor={id}
        data-hovered={hovered || undefined}
        onDragOver={() => setHovered(true)}
        onDragLeave={() => setHovered(false)}
        onDrop={drop}
        className={clsx(
          'cursor-pointer rounded-lg border border-field border-dashed hover:bg-sunken',
          'has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2',
          'data-hovered:border-primary data-hovered:bg-primary-soft',
          className,
        )}
      >
        {children}
        <input
          id={id}
          type="file"
          accept=".csv,.xlsx"
          aria-invalid={why !== null || undefined}
          aria-describedby={why === null ? undefined : `${id}-erro`}
          className="sr-only"
          onChange={change}
        />
      </label>
      {why !== null && (
        <p id={`${id}-erro`} role="alert" className="flex items-center gap-1.5 text-[13px] text-danger-text">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          {why}
        </p>
      )}
    </div>
  );
}

/** A file that misses its target must not make the browser leave the page for it. */
function useHarmlessDrops() {
  useEffect(() => {
    const refuse = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}

/** Takes the one file that was chosen or dropped, or says in the server's words why it is not to be sent. */
export function chooseFile(
  files: ArrayLike<File> | null,
): { ok: true; file: File } | { ok: false; why: string } {
  const file = files?.[0];
  if (!file) return { ok: false, why: CSV_FILE_PROBLEMS.none };
  if (files.length > 1) return { ok: false, why: 'Escolha um arquivo por vez' };
  const problem = refuseFileName(file.name);
  if (problem !== null) return { ok: false, why: problem };
  if (file.size > CSV_MAX_BYTES) return { ok: false, why: CSV_FILE_PROBLEMS.tooLarge };
  return { ok: true, file };
}
