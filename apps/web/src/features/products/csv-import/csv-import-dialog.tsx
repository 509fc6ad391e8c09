import { useState } from 'react';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Dialog } from '../../../ui/overlays/dialog';
import { CsvChooseStep } from './csv-choose-step';
import { CsvImportResult } from './csv-import-result';
import { CsvPreviewStep } from './csv-preview-step';
import { CsvUploadStep } from './csv-upload-step';
import { useImportCsv } from './use-import-csv';

/** Choose a file, look at what is in it, import it, read what came of it (ui.md). */
export function CsvImportDialog({ onClose }: { onClose: () => void }) {
  const { mutation, progress, cancel } = useImportCsv();
  const send = useSingleFlight(mutation.mutateAsync);
  const [file, setFile] = useState<File | null>(null);

  // While a file is on its way, closing means calling it off; what becomes of it must stay in sight.
  const onWay = mutation.isPending && progress < 1;

  function startOver() {
    mutation.reset();
    setFile(null);
  }

  return (
    <Dialog open wide onOpenChange={onWay ? cancel : onClose} title="Importar CSV">
      {mutation.data ? (
        <CsvImportResult result={mutation.data} onAnother={startOver} onClose={onClose} />
      ) : mutation.isPending && file ? (
        <CsvUploadStep file={file} progress={progress} onCancel={cancel} onClose={onClose} />
      ) : file ? (
        <CsvPreviewStep
          key={`${file.name} ${file.lastModified} ${file.size}`}
          file={file}
          onChoose={setFile}
          onImport={() => send(file)}
          onClose={onClose}
        />
      ) : (
        <CsvChooseStep onChoose={setFile} onClose={onClose} />
      )}
    </Dialog>
  );
}
