import { INVITATION_DAYS, TEAM_ROLE_TEXTS } from '@esteira/domain/accounts/team';
import { TEAM_ROLES } from '@esteira/domain/accounts/team-roles';
import { inviteInput } from '@esteira/validators/accounts/team';
import { useId } from 'react';
import { ActForm } from '../../lib/forms/act-form';
import { InputField } from '../../ui/forms/fields';
import { FormDialog } from '../../ui/overlays/form-dialog';
import { useInvite } from './use-team';

/** Takes an address and a role, and sends the invitation. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog onClose={onClose} title="Convidar para a equipe">
      <InviteForm onClose={onClose} />
    </FormDialog>
  );
}

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useInvite();
  const id = useId();
  return (
    <ActForm
      schema={inviteInput}
      empty={{ email: '', papel: 'operador' }}
      first="email"
      act={invite}
      label="Enviar convite"
      failure="Erro ao enviar o convite"
      onDone={onClose}
      onClose={onClose}
    >
      {(field, form) => (
        <>
          <InputField
            label="E-mail *"
            hint={`O convite vale por ${INVITATION_DAYS} dias e só uma vez`}
            type="email"
            aria-required
            autoComplete="off"
            {...field('email')}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-medium text-[13px]">Função *</legend>
            {TEAM_ROLES.map((role) => (
              <label key={role} className="flex cursor-pointer items-start gap-2.5">
                <input
                  type="radio"
                  value={role}
                  aria-labelledby={`${id}-${role}`}
                  aria-describedby={`${id}-${role}-texto`}
                  className="mt-0.5 size-4 shrink-0 accent-primary"
                  {...form.register('papel')}
                />
                <span className="grid gap-0.5">
                  <span id={`${id}-${role}`} className="font-medium">
                    {TEAM_ROLE_TEXTS[role].label}
                  </span>
                  <span id={`${id}-${role}-texto`} className="text-[13px] text-muted">
                    {TEAM_ROLE_TEXTS[role].description}
                  </span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </ActForm>
  );
}
