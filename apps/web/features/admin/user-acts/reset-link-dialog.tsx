import { formatTime } from '@esteira/domain/calendar';
import type { AdminUser } from '@esteira/validators/administration/admin';
import type { ResetLink } from '@esteira/validators/administration/admin-user-acts';
import { useState } from 'react';
import { formErrorOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { Button } from '../../../ui/button';
import { InputField } from '../../../ui/forms/fields';
import { FormError } from '../../../ui/forms/form-error';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';
import { useCreateResetLink } from '../users/use-user-mutations';

interface ResetLinkDialogProps {
  user: AdminUser;
  onClose: () => void;
}

/** Asks, makes the link, and shows it this once. */
export function ResetLinkDialog({ user, onClose }: ResetLinkDialogProps) {
  const [made, setMade] = useState<ResetLink | null>(null);
  if (made !== null) return <MadeLinkDialog user={user} made={made} onClose={onClose} />;
  return <ResetLinkQuestion user={user} onMade={setMade} onClose={onClose} />;
}

interface ResetLinkQuestionProps extends ResetLinkDialogProps {
  onMade: (made: ResetLink) => void;
}

function ResetLinkQuestion({ user, onMade, onClose }: ResetLinkQuestionProps) {
  const create = useCreateResetLink();
  const send = useSingleFlight(create.mutateAsync, onMade);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Criar link para senha nova?"
      description={`Com ele ${user.nome} (${user.email}) cria uma senha nova. Passe-o só a essa pessoa.`}
    >
      <DialogBody className="grid gap-4">
        <p>
          O link vale por uma hora e só uma vez. Quando a senha for trocada, todas as sessões terminam; a
          verificação em duas etapas continua como está.
        </p>
        <FormError text={formErrorOf(create.error, 'Erro ao criar o link')} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" busy={create.isPending} onClick={() => send({ id: user.id })}>
          Criar link
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface MadeLinkDialogProps extends ResetLinkDialogProps {
  made: ResetLink;
}

function MadeLinkDialog({ user, made, onClose }: MadeLinkDialogProps) {
  const { url, expira_em, por_email } = made;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Copie o link agora"
      description={
        por_email
          ? `Ele não aparece de novo. Também foi enviado para ${user.email}.`
          : 'Ele não aparece de novo, e este servidor não envia e-mails.'
      }
    >
      <DialogBody className="grid justify-items-start gap-4">
        <InputField
          label={`Link para a senha de ${user.nome}`}
          className="w-full"
          hint={`Vale até ${formatTime(expira_em)}, uma vez`}
          readOnly
          value={url}
          inputClassName="font-mono"
          onFocus={(event) => event.target.select()}
        />
        <CopyTextButton
          prominent
          text={url}
          label="Copiar link"
          description="Copiar o link para a senha nova"
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Já copiei o link</Button>
      </DialogActions>
    </Dialog>
  );
}
