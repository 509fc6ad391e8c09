import { MAX_CHANGED_PRODUCTS } from '@esteira/domain/change-set';
import type { ProductName } from '@esteira/validators/product';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/figures';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { ChangeForm } from './change-form';
import { ChangePreview } from './change-preview';
import { ChangeResult } from './change-result';
import { countProducts } from './change-texts';
import { CHANGE_TITLES, type ChangeTopic } from './change-titles';
import type { RuleChoice } from './rule-choices';
import { useBulkChange } from './use-bulk-change';

interface ChangeDialogProps {
  topic: ChangeTopic;
  products: ProductName[];
  onClose: () => void;
}

/** 'Alterar preços' and 'Alterar estoque': choose, look at what would come of it, apply, take back. */
export function ChangeDialog({ topic, products, onClose }: ChangeDialogProps) {
  // What was ticked when it opened: applying reads the list anew.
  const [chosen] = useState(products);
  const [choice, setChoice] = useState<RuleChoice | null>(null);
  const change = useBulkChange(chosen);
  const { state } = change;

  return (
    <Dialog
      open
      wide
      title={CHANGE_TITLES[topic]}
      description={countProducts(chosen.length)}
      onOpenChange={() => state.stage !== 'running' && onClose()}
    >
      {chosen.length > MAX_CHANGED_PRODUCTS ? (
        <TooMany count={chosen.length} onClose={onClose} />
      ) : state.stage === 'form' ? (
        <ChangeForm
          topic={topic}
          choice={choice}
          busy={change.previewing}
          failure={change.previewFailure}
          onChoose={(made, rule) => {
            setChoice(made);
            change.show(rule);
          }}
          onClose={onClose}
        />
      ) : state.stage === 'preview' ? (
        <ChangePreview
          campo={state.rule.campo}
          itens={state.itens}
          onBack={change.back}
          onApply={() => change.apply(state)}
        />
      ) : (
        <ChangeResult
          progress={state}
          onRetry={() => state.stage === 'ended' && change.retry(state)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
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
