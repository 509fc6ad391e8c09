import { CSV_MAX_MEGABYTES, CSV_MAX_ROWS } from '@esteira/validators/csv/product-csv';
import { Download, FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../lib/format/figures';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { downloadCsvTemplate } from '../../../parts/csv-template';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { FormDialog } from '../../../ui/overlays/form-dialog';
import { Spinner } from '../../../ui/spinner';
import { type MatchedColumns, UNMATCHED } from './column-matcher';
import { CsvDropZone } from './csv-drop-zone';
import { CsvImportResult } from './csv-import-result';
import { CsvPreviewStep } from './preview/csv-preview-step';
import { useImportCsv } from './use-import-csv';

/** Choose a file, look at what is in it, import it, read what came of it. */
export function CsvImportDialog({ onClose }: { onClose: () => void }) {
  const { mutation, progress, cancel } = useImportCsv();
  const send = useSingleFlight(mutation.mutateAsync);
  const [file, setFile] = useState<File | null>(null);
  const [isUpdate, setUpdate] = useState(false);
  // What a column is called stays known while the dialog is open: the next file is often of the same kind.
  const [matched, setMatched] = useState<MatchedColumns>(UNMATCHED);

  // While a file is on its way, closing means calling it off; what becomes of it must stay in sight.
  const onWay = mutation.isPending && progress < 1;

  function startOver() {
    mutation.reset();
    setFile(null);
  }

  return (
    <FormDialog wide="table" onClose={onWay ? cancel : onClose} title="Importar CSV">
      {mutation.data ? (
        <CsvImportResult result={mutation.data} onAnother={startOver} onClose={onClose} />
      ) : mutation.isPending && file ? (
        <CsvUploadStep file={file} progress={progress} onCancel={cancel} onClose={onClose} />
      ) : file ? (
        <CsvPreviewStep
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          isUpdate={isUpdate}
          matched={matched}
          onUpdateChange={setUpdate}
          onMatch={setMatched}
          onChoose={setFile}
          onImport={(choices) => send({ file, choices })}
          onClose={onClose}
        />
      ) : (
        <CsvChooseStep onChoose={setFile} onClose={onClose} />
      )}
    </FormDialog>
  );
}

interface CsvChooseStepProps {
  onChoose: (file: File) => void;
  onClose: () => void;
}

function CsvChooseStep({ onChoose, onClose }: CsvChooseStepProps) {
  return (
    <>
      <DialogBody className="grid content-start gap-4">
        <CsvDropZone onChoose={onChoose} className="grid justify-items-center gap-3 px-4 py-10 text-center">
          <span className="grid size-11 place-items-center rounded-lg bg-primary-soft text-primary-text">
            <FileUp aria-hidden className="size-5" />
          </span>
          <span className="grid gap-0.5">
            <span className="font-medium">Escolher arquivo CSV ou .xlsx</span>
            <span className="text-[13px] text-muted">
              ou arraste-o até aqui. Até {CSV_MAX_MEGABYTES} MB e {CSV_MAX_ROWS / 1_000} mil produtos.
            </span>
          </span>
        </CsvDropZone>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <ul className="grid min-w-0 flex-1 basis-72 list-disc gap-1 pl-4 text-[13px] text-muted marker:text-field">
            <li>
              Em <Column>fornecedor_id</Column> vale o ID ou o nome exato do fornecedor.
            </li>
            <li>
              <Column>descricao</Column>, <Column>sku</Column>, <Column>preco_venda_amazon</Column> e{' '}
              <Column>imagem_url</Column> podem ficar vazias.
            </li>
            <li>Colunas em qualquer ordem, separadas por vírgula, ponto e vírgula ou tabulação.</li>
          </ul>
          <Button onClick={downloadCsvTemplate}>
            <Download aria-hidden />
            Baixar template
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" disabled>
          Importar
        </Button>
      </DialogActions>
    </>
  );
}

function Column({ children }: { children: string }) {
  return <code className="[overflow-wrap:anywhere] font-sans text-foreground">{children}</code>;
}

interface CsvUploadStepProps {
  file: File;
  /** 0 to 1 while the file goes up; 1: the server works. */
  progress: number;
  onCancel: () => void;
  onClose: () => void;
}

function CsvUploadStep({ file, progress, onCancel, onClose }: CsvUploadStepProps) {
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
