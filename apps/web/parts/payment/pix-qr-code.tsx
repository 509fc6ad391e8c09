import { formatMoney } from '@esteira/domain/money';
import { QrCode } from './qr-code';

interface PixQrCodeProps {
  code: string;
  amount: number;
  payeeName: string;
  className?: string;
}

/** The Pix code to be read by the payer's bank. */
export function PixQrCode({ code, amount, payeeName, className = 'size-40' }: PixQrCodeProps) {
  const label = `QR code do Pix de ${formatMoney(amount)} para ${payeeName}`;
  return <QrCode text={code} label={label} className={className} />;
}
