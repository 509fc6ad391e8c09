import { MAX_CHANGED_PRODUCTS } from '@esteira/domain/products/change-set';
import type { ProductName } from '@esteira/validators/products/product';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { FormDialog, useUnsaved } from '../../../ui/overlays/form-dialog';
import { ChangeForm } from './change-form';
import { ChangePreview } from './change-preview';
import { ChangeResult } from './change-result';
import { countProducts } from './change-texts';
import { CHANGE_TITLES, type ChangeTopic } from './change-titles';
import { useBulkChange } from './use-bulk-change';
import { useSavedChoice } from './use-saved-choice';

interface ChangeDialogProps {
  topic: ChangeTopic;
  /** What was ticked when it opened: applying reads the list again. */
  products: ProductName[];
  onClose: () => void;
}

/** 'Alterar preços' and 'Alterar estoque': choose, look at what would come of it, apply, take back. */
export function ChangeDialog({ topic, products, onClose }: ChangeDialogProps) {
  const kept = useSavedChoice(topic);
  const change = useBulkChange(products);
  const { state } = change;
  const isChosen = state.stage === 'form' || state.stage === 'preview';

  function giveUp() {
    kept.forget();
    onClose();
  }

  return (
    <FormDialog
      wide
      title={CHANGE_TITLES[topic]}
      description={countProducts(products.length)}
      onClose={() => state.stage !== 'running' && onClose()}
    >
      <Unsaved hasChanges={isChosen && kept.isDirty} onDiscard={kept.forget} />
      {products.length > MAX_CHANGED_PRODUCTS ? (
        <TooMany count={products.length} onClose={onClose} />
      ) : state.stage === 'form' ? (
        <ChangeForm
          topic={topic}
          kept={kept}
          busy={change.previewing}
          failure={change.previewFailure}
          onChoose={change.show}
          onClose={giveUp}
        />
      ) : state.stage === 'preview' ? (
        <ChangePreview
          rule={state.rule}
          itens={state.itens}
          onBack={change.back}
          onApply={() => {
            kept.finish();
            return change.apply(state);
          }}
        />
      ) : (
        <ChangeResult
          progress={state}
          onRetry={() => state.stage === 'ended' && change.retry(state)}
          onClose={onClose}
        />
      )}
    </FormDialog>
  );
}

function Unsaved({ hasChanges, onDiscard }: { hasChanges: boolean; onDiscard: () => void }) {
  useUnsaved(hasChanges, onDiscard);
  return null;
}

function TooMany({ count, onClose }: { count: number; onClose: () => void }) {
  const most = formatCount(MAX_CHANGED_PRODUCTS);
  return (
    <>
      <DialogBody>
        <p role="alert">
          {`Altere no máximo ${most} produtos de cada vez. Você selecionou ${formatCount(count)}: use a busca e os filtros para dividir.`}
        </p>
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Entendi
        </Button>
      </DialogActions>
    </>
  );
}
