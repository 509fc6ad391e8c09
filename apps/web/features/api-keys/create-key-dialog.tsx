import { KEY_SCOPE_TEXTS, KEY_SCOPES } from '@esteira/domain/accounts/api-keys';
import { apiKeyInput, type CreatedApiKey } from '@esteira/validators/accounts/api-keys';
import { useId, useState } from 'react';
import { ActForm } from '../../lib/forms/act-form';
import { CopyTextButton } from '../../parts/payment/copy-text-button';
import { Button } from '../../ui/button';
import { InputField } from '../../ui/forms/fields';
import { Dialog, DialogActions, DialogBody } from '../../ui/overlays/dialog';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useCreateApiKey } from './use-api-keys';

/** Takes a name and scopes; then shows the key, this once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<CreatedApiKey | null>(null);
  if (made !== null) return <MadeKeyDialog made={made} onClose={onClose} />;
  return (
    <FormDialog onClose={onClose} title="Criar chave de API">
      <CreateKeyForm onMade={setMade} onClose={onClose} />
    </FormDialog>
  );
}

interface CreateKeyFormProps {
  onMade: (made: CreatedApiKey) => void;
  onClose: () => void;
}

function CreateKeyForm({ onMade, onClose }: CreateKeyFormProps) {
  const create = useCreateApiKey();
  const id = useId();
  return (
    <ActForm
      schema={apiKeyInput}
      empty={{ nome: '', escopos: ['leitura'] }}
      first="nome"
      act={create}
      label="Criar chave"
      onDone={onMade}
      onClose={onClose}
    >
      {(field, { register, formState: { errors } }) => (
        <>
          <InputField
            label="Nome *"
            hint="O programa que vai usar a chave, como ERP"
            aria-required
            autoComplete="off"
            {...field('nome')}
          />
          <fieldset className="grid gap-2" aria-describedby={errors.escopos ? `${id}-erro` : undefined}>
            <legend className="mb-1.5 font-medium text-[13px]">O que ela pode fazer *</legend>
            {KEY_SCOPES.map((scope) => (
              <label key={scope} className="flex cursor-pointer items-start gap-2.5">
                <input
                  type="checkbox"
                  value={scope}
                  aria-labelledby={`${id}-${scope}`}
                  aria-describedby={`${id}-${scope}-texto`}
                  className="mt-0.5 size-4 shrink-0 accent-primary"
                  {...register('escopos')}
                />
                <span className="grid gap-0.5">
                  <span id={`${id}-${scope}`} className="font-medium">
                    {KEY_SCOPE_TEXTS[scope].label}
                  </span>
                  <span id={`${id}-${scope}-texto`} className="text-[13px] text-muted">
                    {KEY_SCOPE_TEXTS[scope].description}
                  </span>
                </span>
              </label>
            ))}
            <p id={`${id}-erro`} className="text-[13px] text-danger-text empty:hidden">
              {errors.escopos?.message}
            </p>
          </fieldset>
        </>
      )}
    </ActForm>
  );
}

interface MadeKeyDialogProps {
  made: CreatedApiKey;
  onClose: () => void;
}

function MadeKeyDialog({ made, onClose }: MadeKeyDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Copie a chave agora"
      description="Por segurança ela não aparece de novo. Guarde-a no seu programa."
    >
      <DialogBody className="grid justify-items-start gap-4">
        <InputField
          label={`Chave de API de ${made.nome}`}
          className="w-full"
          readOnly
          value={made.chave}
          inputClassName="font-mono"
          onFocus={(event) => event.target.select()}
        />
        <CopyTextButton
          prominent
          text={made.chave}
          label="Copiar chave"
          description="Copiar a chave de API"
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Já guardei a chave</Button>
      </DialogActions>
    </Dialog>
  );
}
