import { hasUnsurePixKey } from '@esteira/domain/purchasing/pix-key';
import { Maximize2, Minimize2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { lazyOffer } from '../../lib/lazy-part';
import { paths } from '../../paths';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { CopyTextButton } from './copy-text-button';
import { UNSURE_PIX_KEY } from './describe-pix-key';
import { toPix } from './to-pix';

// Only where a key is recognised; it brings the encoder.
const PixQrCode = lazyOffer(
  () => import('./pix-qr-code'),
  'PixQrCode',
  <span aria-hidden className="size-14 rounded-lg bg-sunken" />,
);

interface PaymentDataProps {
  supplier: { id: string; nome: string; dados_pagamento: string | null };
  /** What is to be paid, in reais; zero: nothing yet. */
  amount: number;
}

/** How a supplier is paid: the data as they were typed, and with a Pix key the code for exactly the amount. */
export function PaymentData({ supplier, amount }: PaymentDataProps) {
  const { id, nome, dados_pagamento } = supplier;
  const [isLarge, setLarge] = useState(false);
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
    <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-2">
      {pix && (
        <>
          <PixQrCode
            code={pix.code}
            amount={amount}
            payeeName={nome}
            className={isLarge ? 'size-40' : 'size-14'}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={isLarge ? 'Diminuir o QR code' : 'Ampliar o QR code'}
            onClick={() => setLarge(!isLarge)}
          >
            {isLarge ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
          </Button>
          <p className="min-w-0 text-[13px] text-muted [overflow-wrap:anywhere]">
            {pix.label}: <span className="tabular text-foreground">{pix.key}</span>
          </p>
          <CopyTextButton
            text={pix.code}
            label="Pix copia e cola"
            description={`Copiar Pix copia e cola de ${nome}`}
          />
        </>
      )}
      {hasUnsurePixKey(dados_pagamento) && <p className="text-[13px] text-muted">{UNSURE_PIX_KEY}</p>}
      <div className="flex min-w-0 items-center gap-1">
        {!pix && <p className="min-w-0 whitespace-pre-line [overflow-wrap:anywhere]">{dados_pagamento}</p>}
        <CopyButton text={dados_pagamento} label={`Copiar dados de pagamento de ${nome}`} />
      </div>
    </div>
  );
}
