const SCRIPT = 'https://sdk.mercadopago.com/js/v2';
const LOAD_TIMEOUT_MS = 15_000;

/** A field that Mercado Pago draws in a frame of its own: what is typed there never reaches this page. */
export interface SecureField {
  mount(containerId: string): SecureField;
  unmount(): void;
  on(event: 'binChange', listener: (change: { bin: string | null }) => void): void;
  on(event: 'ready', listener: () => void): void;
}

export type SecureFieldKind = 'cardNumber' | 'expirationDate' | 'securityCode';

interface PayerCost {
  installments: number;
  installment_amount: number;
  total_amount: number;
}

/** What of Mercado Pago's script (version 2) this page uses. */
export interface MercadoPago {
  fields: {
    create(kind: SecureFieldKind, options: object): SecureField;
    createCardToken(holder: {
      cardholderName: string;
      identificationType: 'CPF';
      identificationNumber: string;
    }): Promise<{ id: string; last_four_digits: string }>;
  };
  getPaymentMethods(card: { bin: string }): Promise<{ results: { id: string; payment_type_id: string }[] }>;
  getInstallments(card: { bin: string; amount: string }): Promise<{ payer_costs: PayerCost[] }[]>;
}

type MercadoPagoConstructor = new (publicKey: string, options: { locale: string }) => MercadoPago;

/** Loads the official script, once; rejects when it is blocked, fails or takes too long, and may then be tried again. */
export async function loadMercadoPago(publicKey: string): Promise<MercadoPago> {
  if (findConstructor() === null) await loadScript();
  const Constructor = findConstructor();
  if (Constructor === null) throw new Error('the script of Mercado Pago defines nothing');
  return new Constructor(publicKey, { locale: 'pt-BR' });
}

function findConstructor(): MercadoPagoConstructor | null {
  const found: unknown = Reflect.get(window, 'MercadoPago');
  return typeof found === 'function' ? (found as MercadoPagoConstructor) : null;
}

function loadScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    const fail = () => {
      script.remove();
      reject(new Error('the script of Mercado Pago did not load'));
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    document.head.append(script);
  });
}
