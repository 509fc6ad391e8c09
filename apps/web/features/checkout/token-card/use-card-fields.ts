import { useCallback, useEffect, useRef, useState } from 'react';
import { type CardMethod, findCardMethod } from './card-method';
import {
  loadMercadoPago,
  type MercadoPago,
  type SecureField,
  type SecureFieldKind,
} from './mercado-pago-sdk';

/** Where the frames go, by what is typed into each. */
export const CONTAINERS = {
  cardNumber: 'cartao-numero',
  expirationDate: 'cartao-validade',
  securityCode: 'cartao-cvv',
} as const satisfies Record<SecureFieldKind, string>;

const PLACEHOLDERS = {
  cardNumber: '0000 0000 0000 0000',
  expirationDate: 'MM/AA',
  securityCode: '123',
} as const;
const KINDS = Object.keys(CONTAINERS) as SecureFieldKind[];

type Status = 'loading' | 'ready' | 'failed';

/** The fields of Mercado Pago on this page, what they tell of the card, and the token they make of it. */
export function useCardFields(publicKey: string, preco: number) {
  const sdk = useRef<MercadoPago | null>(null);
  const [status, setStatus] = useState<Status>('loading');
  const [method, setMethod] = useState<CardMethod | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same fields again.
  useEffect(() => {
    let isGone = false;
    let fields: SecureField[] = [];
    let lastBin: string | null = null;
    const onBin = async (bin: string | null) => {
      lastBin = bin;
      const found = bin && sdk.current ? await findMethod(sdk.current, bin, preco) : null;
      // An answer about digits that were changed meanwhile.
      if (!isGone && lastBin === bin) setMethod(found);
    };
    setStatus('loading');
    loadMercadoPago(publicKey)
      .then((loaded) => {
        if (isGone) return;
        sdk.current = loaded;
        fields = mountFields(loaded, onBin);
        setStatus('ready');
      })
      .catch(() => {
        if (!isGone) setStatus('failed');
      });
    return () => {
      isGone = true;
      for (const field of fields) field.unmount();
    };
  }, [publicKey, preco, attempt]);

  const createToken = useCallback(async (holder: { nome: string; cpf: string }) => {
    if (sdk.current === null) throw new Error('the fields are not there');
    const { id, last_four_digits } = await sdk.current.fields.createCardToken({
      cardholderName: holder.nome,
      identificationType: 'CPF',
      identificationNumber: holder.cpf,
    });
    return { token: id, ultimos_digitos: last_four_digits };
  }, []);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { status, method, createToken, retry };
}

const findMethod = (sdk: MercadoPago, bin: string, preco: number) =>
  findCardMethod(sdk, { bin, preco }).catch(() => null);

function mountFields(sdk: MercadoPago, onBin: (bin: string | null) => void): SecureField[] {
  // Frames do not inherit the colours of the page.
  const container = document.getElementById(CONTAINERS.cardNumber);
  const color = container ? getComputedStyle(container).color : undefined;
  return KINDS.map((kind) => {
    const field = sdk.fields.create(kind, {
      placeholder: PLACEHOLDERS[kind],
      style: { 'font-size': '14px', color },
    });
    field.mount(CONTAINERS[kind]);
    if (kind === 'cardNumber') field.on('binChange', ({ bin }) => onBin(bin));
    return field;
  });
}
