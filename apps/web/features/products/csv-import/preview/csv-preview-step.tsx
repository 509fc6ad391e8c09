import { countText } from '@esteira/domain/text/count-text';
import type { CsvEncoding } from '@esteira/validators/csv/scan/encodings';
import { SOLD_DAYS } from '@esteira/validators/csv/stored-product';
import { CircleAlert, FileSpreadsheet, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../../../lib/format/figures';
import { Button } from '../../../../ui/button';
import { DialogActions, DialogBody } from '../../../../ui/overlays/dialog';
import { useUnsaved } from '../../../../ui/overlays/form-dialog';
import {
  ColumnMatcher,
  type ColumnMatcherProps,
  describeRecognised,
  type MatchedColumns,
} from '../column-matcher';
import { CsvDropZone } from '../csv-drop-zone';
import { FILE_CHANGED } from '../prepare-file';
import type { Correction } from './corrections';
import { CsvPreviewReport } from './csv-preview-report';
import type { PreviewResult } from './preview-file';
import type { ReadingChoices } from './preview-reader';
import { EncodingChoice, HiddenRows } from './reading-choices';
import { type PreviewState, useCsvPreview } from './use-csv-preview';

interface CsvPreviewStepProps {
  file: File;
  isUpdate: boolean;
  matched: MatchedColumns;
  onUpdateChange: (isUpdate: boolean) => void;
  onMatch: (matched: MatchedColumns) => void;
  onChoose: (file: File) => void;
  onImport: (choices: ReadingChoices) => void;
  onClose: () => void;
}

export function CsvPreviewStep(props: CsvPreviewStepProps) {
  const { file, isUpdate, matched, onUpdateChange, onChoose, onImport, onClose } = props;
  const [corrections, setCorrections] = useState<readonly Correction[]>([]);
  const [encoding, setEncoding] = useState<CsvEncoding | null>(null);
  const [withHidden, setWithHidden] = useState(false);
  const choices = { isUpdate, ...matched, corrections, encoding, withHidden };
  const preview = useCsvPreview(file, choices);
  const body = useRef<HTMLDivElement>(null);
  const [isConfirmed, setConfirmed] = useState(false);
  const ready = preview.isCurrent ? importable(preview.state) : null;
  const sold = countOverwritten(preview.state);
  useUnsaved(corrections.length > 0, () => setCorrections([]));
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
          <label className="flex cursor-pointer items-start gap-2.5">
            <input
              type="checkbox"
              checked={isUpdate}
              onChange={({ target }) => onUpdateChange(target.checked)}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="grid">
              <span className="font-medium">Atualizar produtos com o mesmo SKU</span>
              <span className="text-[13px] text-muted">
                Só a coluna sku é obrigatória; células vazias mantêm o valor que o produto tem.
              </span>
            </span>
          </label>
          <FileChoices
            state={preview.state}
            withHidden={withHidden}
            chosen={encoding}
            onHidden={setWithHidden}
            onEncoding={setEncoding}
          />
          <Preview
            {...preview}
            {...props}
            onCorrect={(correction) => setCorrections((made) => [...made, correction])}
            corrected={corrections.length}
          />
          {sold > 0 && <OverwriteQuestion sold={sold} isConfirmed={isConfirmed} onChange={setConfirmed} />}
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          variant="primary"
          disabled={!ready || (sold > 0 && !isConfirmed)}
          onClick={() => onImport(choices)}
        >
          <Upload aria-hidden />
          {ready?.label ?? 'Importar'}
        </Button>
      </DialogActions>
    </>
  );
}

interface FileChoicesProps {
  state: PreviewState;
  withHidden: boolean;
  /** The encoding that was chosen; null: as it was found. */
  chosen: CsvEncoding | null;
  onHidden: (withHidden: boolean) => void;
  onEncoding: (encoding: CsvEncoding) => void;
}

/** What only the seller can know of the file. */
function FileChoices({ state, withHidden, chosen, onHidden, onEncoding }: FileChoicesProps) {
  if (state.status !== 'done') return null;
  const { result } = state;
  const encoding = result.ok ? result.preview.format : result.encoding;
  const hidden = result.ok ? result.preview.hidden.rows : result.hiddenRows;
  return (
    <>
      {encoding && encoding.samples.length > 0 && (
        <EncodingChoice {...encoding} value={chosen ?? encoding.encoding} onChange={onEncoding} />
      )}
      {hidden > 0 && <HiddenRows count={hidden} isIncluded={withHidden} onChange={onHidden} />}
    </>
  );
}

type PreviewProps = ReturnType<typeof useCsvPreview> &
  Pick<CsvPreviewStepProps, 'isUpdate' | 'matched' | 'onMatch'> & {
    onCorrect: (correction: Correction) => void;
    /** How many corrections were made. */
    corrected: number;
  };

function Preview(props: PreviewProps) {
  const { state, suppliers, isUpdate, matched, onMatch, onCorrect, corrected } = props;
  const [isMatching, setMatching] = useState(false);
  function match(columns: MatchedColumns) {
    setMatching(false);
    onMatch(columns);
  }
  const matcher = (heading: readonly string[]) => (
    <ColumnMatcher
      key={heading.join()}
      heading={heading}
      matched={matched}
      isUpdate={isUpdate}
      supplierNames={suppliers?.map(({ nome }) => nome) ?? []}
      onMatch={match}
    />
  );
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
    case 'done': {
      const { result } = state;
      if (result.ok) {
        const report = { preview: result.preview, suppliers, onCorrect, corrected };
        if (isMatching) return matcher(result.preview.heading);
        return <CsvPreviewReport {...report} onMatchAgain={() => setMatching(true)} />;
      }
      return (
        <>
          <Refused result={result} {...{ matched, isUpdate }} />
          {result.heading && matcher(result.heading)}
        </>
      );
    }
  }
}

type RefusedProps = Pick<ColumnMatcherProps, 'matched' | 'isUpdate'> & {
  result: Pick<Extract<PreviewResult, { ok: false }>, 'detail' | 'heading'>;
};

/** Why a file is not taken as it is; no alarm where only names of columns are to be confirmed. */
function Refused({ result: { detail, heading }, matched, isUpdate }: RefusedProps) {
  const recognised = heading ? describeRecognised(heading, matched, isUpdate) : null;
  if (recognised === null) return <Refusal>{detail}</Refusal>;
  return (
    <p role="status" className="font-medium">
      {recognised}
    </p>
  );
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

/** Units sold lately of products whose stock the file replaces; the seller is asked before. */
function countOverwritten(state: PreviewState): number {
  return state.status === 'done' && state.result.ok ? state.result.preview.overwritten : 0;
}

/** What the button offers; null while there is nothing the server would take. */
function importable(state: PreviewState): { label: string } | null {
  if (state.status === 'unavailable') return { label: 'Importar' };
  if (state.status !== 'done' || !state.result.ok) return null;
  const { counts } = state.result.preview;
  const good = counts.new + counts.changed;
  if (good === 0) return null;
  return { label: `Importar ${countText(good, 'produto', 'produtos')}` };
}

interface OverwriteQuestionProps {
  /** Units sold in the last days of products whose stock the file replaces. */
  sold: number;
  isConfirmed: boolean;
  onChange: (isConfirmed: boolean) => void;
}

/** Asks before the stock of a file that does not know of sales replaces the one that does. */
function OverwriteQuestion({ sold, isConfirmed, onChange }: OverwriteQuestionProps) {
  const units = countText(sold, 'unidade', 'unidades');
  return (
    <label className="flex cursor-pointer items-start gap-2.5 rounded-lg bg-warning-soft px-3 py-2.5">
      <input
        type="checkbox"
        checked={isConfirmed}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="grid">
        <span className="font-medium">Substituir o estoque atual pelo do arquivo</span>
        <span className="text-[13px] text-warning-text">
          Você vendeu {units} nos últimos {SOLD_DAYS} dias; o estoque do arquivo substitui o atual. Confira se
          ele já desconta essas vendas, ou tire a coluna estoque do arquivo.
        </span>
      </span>
    </label>
  );
}
