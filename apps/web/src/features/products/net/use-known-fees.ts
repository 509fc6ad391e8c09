import { MARKETPLACES } from '@esteira/domain/marketplaces';
import { type KnownFees, type KnownFeesQuestion, knownFeesInput } from '@esteira/validators/known-fees';
import type { ListingAttributes } from '@esteira/validators/listing-attributes';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { trpc } from '../../../lib/data/trpc';
import type { ProductFormApi } from '../form/use-product-form';
import { type NetBasis, readCosts, readPrice } from './use-net-quote';

/** Longer than between two letters: each pause may be a call to a marketplace. */
const DEBOUNCE_MS = 700;
/** As long as an answer says the same here, the server is not asked again; it keeps them for longer. */
const FRESH_MS = 10 * 60_000;

/**
 * What the seller's own accounts say of the fees of the product, as the form stands, asked for as soon as typing
 * pauses; what is no longer wanted is aborted. Undefined while no account is connected or none has answered.
 */
export function useKnownFees(
  form: ProductFormApi,
  { productId, basis }: { productId: string | null; basis: NetBasis },
): KnownFees | undefined {
  const modes = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const isConnected = MARKETPLACES.some((name) => modes.data?.[name].conexao?.status === 'conectado');
  const typed = JSON.stringify(useQuestion(form, productId, basis));
  const settled = useSettled(typed);
  const question = JSON.parse(settled) as KnownFeesQuestion;
  const { data } = trpc.costs.knownFees.useQuery(question, {
    enabled: isConnected && knownFeesInput.safeParse(question).success,
    staleTime: ({ state }) => (isAnswered(state.data) ? FRESH_MS : 0),
    retry: false,
    trpc: { abortOnUnmount: true },
    // An answer holds for a band of prices, so it stays until that of the new price is there.
    placeholderData: (before, query) =>
      isSameProduct(query?.queryKey[1]?.input, question) ? before : undefined,
  });
  return isSameProduct(JSON.parse(typed), question) ? data : undefined;
}

const isAnswered = (fees: KnownFees | undefined) =>
  fees !== undefined && MARKETPLACES.every((name) => fees[name].situacao !== 'sem_resposta');

/** The product as it is being typed, with what is stored where the form does not hold it. */
function useQuestion(form: ProductFormApi, productId: string | null, basis: NetBasis): KnownFeesQuestion {
  const [nome, mlPrice, amazonPrice, custos, ficha] = useWatch({
    control: form.control,
    name: ['nome', 'preco_venda_ml', 'preco_venda_amazon', 'custos', 'ficha'],
  });
  const { peso_g, altura_cm, largura_cm, comprimento_cm } =
    custos === undefined ? basis.costs : readCosts(custos);
  return {
    id: productId,
    nome: nome.trim(),
    preco_venda_ml: readPrice(mlPrice),
    preco_venda_amazon: readPrice(amazonPrice),
    ...readSheet(ficha, basis.sheet),
    ...{ peso_g, altura_cm, largura_cm, comprimento_cm },
  };
}

type AskedOfSheet = Omit<ListingAttributes, 'margem_seguranca'>;

function readSheet(
  typed: Partial<Record<keyof AskedOfSheet, unknown>> | undefined,
  stored: ListingAttributes | null,
): Partial<AskedOfSheet> {
  const { ean, marca, modelo, condicao, tipo_anuncio, categoria_ml } = { ...stored, ...typed };
  return { ean, marca, modelo, condicao, tipo_anuncio, categoria_ml } as Partial<AskedOfSheet>;
}

/** Whether two questions are about the same product, whatever its prices. */
function isSameProduct(one: KnownFeesQuestion | undefined, other: KnownFeesQuestion): boolean {
  const withoutPrices = (question: KnownFeesQuestion) =>
    JSON.stringify({ ...question, preco_venda_ml: null, preco_venda_amazon: null });
  return one !== undefined && withoutPrices(one) === withoutPrices(other);
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
