import { CircleAlert, FileSpreadsheet, Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { CsvDropZone } from './csv-drop-zone';
import { formatBytes } from './csv-file-choice';
import { CsvPreviewReport } from './csv-preview-report';
import { FILE_CHANGED } from './import-csv';
import { type PreviewState, useCsvPreview } from './use-csv-preview';

interface CsvPreviewStepProps {
  file: File;
  onChoose: (file: File) => void;
  onImport: () => void;
  onClose: () => void;
}

export function CsvPreviewStep({ file, onChoose, onImport, onClose }: CsvPreviewStepProps) {
  const { state, suppliers } = useCsvPreview(file);
  const body = useRef<HTMLDivElement>(null);
  const ready = importable(state);
  // The choice that was made is gone, and with it the focus.
  useEffect(() => body.current?.focus(), []);

  return (
    <>
      <DialogBody>
        <div ref={body} tabIndex={-1} className="grid grid-cols-1 content-start gap-4 outline-none">
          <CsvDropZone onChoose={onChoose} className="flex items-center gap-3 px-3 py-2.5">
            <FileSpreadsheet aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{file.name}</span>
              <span className="tabular text-[13px] text-muted">{formatBytes(file.size)}</span>
            </span>
            <span className="shrink-0 font-medium text-[13px] text-primary-text">Trocar arquivo</span>
          </CsvDropZone>
          <Preview state={state} suppliers={suppliers} />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" disabled={!ready} onClick={onImport}>
          <Upload aria-hidden />
          {ready?.label ?? 'Importar'}
        </Button>
      </DialogActions>
    </>
  );
}

function Preview({ state, suppliers }: ReturnType<typeof useCsvPreview>) {
  switch (state.status) {
    case 'reading':
      return <ReadingFile fraction={state.fraction} />;
    case 'unreadable':
      return <Refusal>{FILE_CHANGED}</Refusal>;
    case 'unavailable':
      return (
        <p className="text-muted">
          Não foi possível mostrar a prévia. O arquivo ainda pode ser importado: os erros aparecem depois.
        </p>
      );
    case 'done':
      return state.result.ok ? (
        <CsvPreviewReport preview={state.result.preview} suppliers={suppliers} />
      ) : (
        <Refusal>{state.result.detail}</Refusal>
      );
  }
}

function ReadingFile({ fraction }: { fraction: number }) {
  return (
    <div className="grid gap-2 py-6">
      <p role="status" className="text-muted">
        Lendo o arquivo...
      </p>
      <progress
        aria-label="Leitura do arquivo"
        max={1}
        value={fraction}
        className="h-1.5 w-full accent-primary"
      />
    </div>
  );
}

function Refusal({ children }: { children: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-danger-soft px-3 py-2.5 text-danger-text">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}

/** What the button offers; null while there is nothing the server would take. */
function importable(state: PreviewState): { label: string } | null {
  if (state.status === 'unavailable') return { label: 'Importar' };
  if (state.status !== 'done' || !state.result.ok) return null;
  const { rows, badRows } = state.result.preview;
  const good = rows - badRows;
  if (good === 0) return null;
  return { label: `Importar ${formatCount(good)} ${good === 1 ? 'produto' : 'produtos'}` };
}
