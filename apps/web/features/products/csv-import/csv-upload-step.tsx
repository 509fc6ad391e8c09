import { useEffect, useRef } from 'react';
import { formatBytes } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { Spinner } from '../../../ui/spinner';

interface CsvUploadStepProps {
  file: File;
  /** 0 to 1 while the file goes up; 1: the server works. */
  progress: number;
  onCancel: () => void;
  onClose: () => void;
}

export function CsvUploadStep({ file, progress, onCancel, onClose }: CsvUploadStepProps) {
  const panel = useRef<HTMLDivElement>(null);
  const sent = progress >= 1;
  // The button that was pressed is gone.
  useEffect(() => panel.current?.focus(), []);

  return (
    <>
      <DialogBody>
        <div ref={panel} tabIndex={-1} className="grid gap-3 py-6 outline-none">
          <div className="flex items-baseline justify-between gap-4">
            <p role="status" className="flex items-center gap-2 font-medium">
              <Spinner />
              {sent ? 'Processando...' : 'Enviando arquivo...'}
            </p>
            {!sent && <span className="tabular text-muted">{Math.floor(progress * 100)}%</span>}
          </div>
          <progress
            aria-label="Envio do arquivo"
            max={1}
            {...(sent ? {} : { value: progress })}
            className="h-1.5 w-full accent-primary"
          />
          <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
            {file.name} · {formatBytes(file.size)}
          </p>
          {sent && (
            <p className="text-muted">
              O servidor já recebeu o arquivo: fechar esta janela não interrompe a importação. Ao terminar, um
              aviso diz quantos produtos entraram; a lista de erros só aparece aqui.
            </p>
          )}
        </div>
      </DialogBody>
      <DialogActions>
        {sent ? <Button onClick={onClose}>Fechar</Button> : <Button onClick={onCancel}>Cancelar</Button>}
      </DialogActions>
    </>
  );
}
