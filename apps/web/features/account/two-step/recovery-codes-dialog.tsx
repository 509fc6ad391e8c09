import { Download } from 'lucide-react';
import { saveFile } from '../../../lib/download';
import { CopyTextButton } from '../../../parts/payment/copy-text-button';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions, DialogBody } from '../../../ui/overlays/dialog';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** The recovery codes, this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Guarde os códigos de recuperação"
      description="Cada um entra uma vez no lugar do aplicativo, se você perder o celular. Eles não aparecem de novo."
    >
      <DialogBody className="grid gap-4">
        <ul
          aria-label="Códigos de recuperação"
          className="grid gap-x-6 gap-y-1.5 rounded-lg bg-sunken px-4 py-3 font-mono text-[13px] sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyTextButton
            prominent
            text={text}
            label="Copiar códigos"
            description="Copiar os códigos de recuperação"
          />
          <Button
            onClick={() =>
              saveFile('esteira-codigos-de-recuperacao.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
            }
          >
            <Download aria-hidden />
            Baixar
          </Button>
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Já guardei os códigos</Button>
      </DialogActions>
    </Dialog>
  );
}
