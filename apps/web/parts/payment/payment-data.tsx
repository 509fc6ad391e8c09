import { hasUnsurePixKey } from '@esteira/domain/purchasing/pix-key';
import { Link } from 'react-router';
import { lazyOffer } from '../../lib/lazy-part';
import { paths } from '../../paths';
import { CopyButton } from '../../ui/copy-button';
import { CopyTextButton } from './copy-text-button';
import { UNSURE_PIX_KEY } from './describe-pix-key';
import { toPix } from './to-pix';

// Only where a key is recognised; it brings the encoder.
const PixQrCode = lazyOffer(
  () => import('./pix-qr-code'),
  'PixQrCode',
  <span aria-hidden className="size-40 rounded-lg bg-sunken" />,
);

interface PaymentDataProps {
  supplier: { id: string; nome: string; dados_pagamento: string | null };
  /** What is to be paid, in reais; zero: nothing yet. */
  amount: number;
}

/** How a supplier is paid: the data as they were typed, and with a Pix key the code for exactly the amount. */
export function PaymentData({ supplier, amount }: PaymentDataProps) {
  const { id, nome, dados_pagamento } = supplier;
  if (dados_pagamento === null) {
    return (
      <p className="text-muted">
        Sem dados de pagamento.{' '}
        <Link
          data-changes
          to={paths.editSupplier(id)}
          className="text-primary-text underline-offset-4 hover:underline"
        >
          Cadastrar
        </Link>
      </p>
    );
  }
  const pix = toPix(supplier, amount);
  return (
    <div className="grid grid-cols-1 gap-3">
      {pix && (
        <div className="flex flex-wrap items-start gap-3">
          <PixQrCode code={pix.code} amount={amount} payeeName={nome} />
          <div className="grid min-w-0 flex-1 basis-40 grid-cols-1 content-start justify-items-start gap-2">
            <CopyTextButton
              text={pix.code}
              label="Pix copia e cola"
              description={`Copiar Pix copia e cola de ${nome}`}
            />
            <p className="text-[13px] text-muted [overflow-wrap:anywhere]">
              {pix.label}: <span className="tabular text-foreground">{pix.key}</span>
            </p>
          </div>
        </div>
      )}
      {hasUnsurePixKey(dados_pagamento) && <p className="text-[13px] text-muted">{UNSURE_PIX_KEY}</p>}
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">{dados_pagamento}</p>
        <CopyButton text={dados_pagamento} label={`Copiar dados de pagamento de ${nome}`} />
      </div>
    </div>
  );
}
