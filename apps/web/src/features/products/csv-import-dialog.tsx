import { Download, FileSpreadsheet, Upload } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useSingleFlight } from '../../lib/use-single-flight';
import { Button } from '../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../ui/dialog';
import { CsvImportResult } from './csv-import-result';
import { downloadTemplate } from './csv-template';
import { useImportCsv } from './use-import-csv';

export function CsvImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={onClose} title="Importar CSV">
      <CsvImport onClose={onClose} />
    </Dialog>
  );
}

function CsvImport({ onClose }: { onClose: () => void }) {
  const { mutation, progress } = useImportCsv();
  const send = useSingleFlight(mutation.mutateAsync);
  const [file, setFile] = useState<File | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (file) send(file);
  }

  if (mutation.data) {
    return <CsvImportResult result={mutation.data} onAnother={mutation.reset} onClose={onClose} />;
  }
  return (
    <form className="flex min-h-0 flex-1 flex-col" onSubmit={submit}>
      <DialogBody className="grid gap-4">
        <p className="text-muted">
          Colunas, em qualquer ordem: fornecedor_id, nome, descricao, sku, preco_fornecedor, preco_venda_ml,
          preco_venda_amazon (opcional), estoque, imagem_url. Em fornecedor_id vale o ID ou o nome exato do
          fornecedor.
        </p>
        <FileChoice file={file} onChoose={setFile} />
        {mutation.isPending && <UploadProgress fraction={progress} />}
        <div>
          <Button variant="link" size="bare" onClick={downloadTemplate}>
            <Download aria-hidden />
            Baixar template
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button type="submit" variant="primary" busy={mutation.isPending} disabled={!file}>
          {!mutation.isPending && <Upload aria-hidden />}
          Importar
        </Button>
      </DialogActions>
    </form>
  );
}

function FileChoice({ file, onChoose }: { file: File | null; onChoose: (file: File | null) => void }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="grid cursor-pointer justify-items-center gap-2 rounded-lg border border-field border-dashed px-4 py-8 text-center hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-ring"
    >
      <FileSpreadsheet aria-hidden className="size-6 text-muted" />
      <span className="font-medium [overflow-wrap:anywhere]">
        {file ? file.name : 'Escolher arquivo CSV'}
      </span>
      <span className="text-[13px] text-muted">
        {file ? 'Clique para trocar' : 'Até 50 MB, separado por vírgula ou ponto e vírgula'}
      </span>
      <input
        id={id}
        type="file"
        accept=".csv"
        className="sr-only"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </label>
  );
}

function UploadProgress({ fraction }: { fraction: number }) {
  const sent = fraction >= 1;
  return (
    <div className="grid gap-1.5">
      <progress
        aria-label="Envio do arquivo"
        max={1}
        {...(sent ? {} : { value: fraction })}
        className="h-1.5 w-full accent-primary"
      />
      <p role="status" className="text-[13px] text-muted">
        {sent ? 'Importando produtos…' : 'Enviando arquivo…'}
      </p>
    </div>
  );
}
