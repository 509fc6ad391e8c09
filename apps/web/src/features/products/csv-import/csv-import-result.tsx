import type { CsvImportResponse } from '@esteira/validators/csv/product-csv';
import { CircleCheck, Download, Info } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { downloadCsv } from '../../../lib/download';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { CsvProblemList } from './csv-problem-list';
import { errorsAsCsv, SHOWN_PROBLEMS } from './csv-problems';

interface CsvImportResultProps {
  result: CsvImportResponse;
  onAnother: () => void;
  onClose: () => void;
}

export function CsvImportResult({ result, onAnother, onClose }: CsvImportResultProps) {
  const { produtos_criados, erros } = result;
  const heading = useRef<HTMLHeadingElement>(null);
  const Icon = produtos_criados > 0 ? CircleCheck : Info;
  useEffect(() => heading.current?.focus(), []);

  return (
    <>
      <DialogBody className="grid grid-cols-1 content-start gap-4">
        <h3
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2 font-medium text-base outline-none"
        >
          <Icon
            aria-hidden
            className={produtos_criados > 0 ? 'size-5 text-success-text' : 'size-5 text-muted'}
          />
          {produtos_criados === 0
            ? 'Nenhum produto importado'
            : `${formatCount(produtos_criados)} ${produtos_criados === 1 ? 'produto importado' : 'produtos importados'}`}
        </h3>
        {erros.length > 0 && (
          <CsvProblemList
            title="Erros encontrados"
            count={erros.length}
            problems={erros.slice(0, SHOWN_PROBLEMS)}
          >
            <Button size="sm" onClick={() => downloadCsv('erros_importacao.csv', errorsAsCsv(erros))}>
              <Download aria-hidden />
              Baixar erros (CSV)
            </Button>
          </CsvProblemList>
        )}
      </DialogBody>
      <DialogActions>
        <Button onClick={onAnother}>Importar outro</Button>
        <Button variant="primary" onClick={onClose}>
          Concluir
        </Button>
      </DialogActions>
    </>
  );
}
