import { MARKETPLACES, type Marketplace } from '@esteira/domain/marketplaces';
import { type KnownFees, type KnownFeesInput, knownFeesInput } from '@esteira/validators/costs/known-fees';
import type { ListingAttributes } from '@esteira/validators/marketplaces/listing-attributes';
import { skipToken } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { trpc } from '../../../lib/data/trpc';
import type { ProductFormApi } from '../form/use-product-form';
import { type NetBasis, readCosts, readPrice } from './use-net-quote';

/** Longer than between two letters: each pause may be a call to a marketplace. */
const DEBOUNCE_MS = 700;
/** As long as an answer says the same here, the server is not asked again; it keeps them for longer. */
const FRESH_MS = 10 * 60_000;

/** Where a question to an account stands; null: nothing is asked, or the answer is there. */
export type FeeProgress = 'asking' | 'failed' | null;

interface AskedFees {
  /** Undefined while no account is connected or none has answered. */
  fees: KnownFees | undefined;
  progress: Readonly<Record<Marketplace, FeeProgress>>;
}

/**
 * What the seller's own accounts say of the fees of the product, as the form stands, asked for as soon as typing
 * pauses; what is no longer wanted is aborted.
 */
export function useKnownFees(
  form: ProductFormApi,
  { productId, basis }: { productId: string | null; basis: NetBasis },
): AskedFees {
  const modes = trpc.integrations.status.useQuery(undefined, { staleTime: Number.POSITIVE_INFINITY });
  const isConnected = (name: Marketplace) => modes.data?.[name].conexao?.status === 'conectado';
  const typed = useQuestion(form, productId, basis);
  const question = useDebounced(typed);
  const { data, isFetching, isError } = trpc.costs.knownFees.useQuery(question ?? skipToken, {
    enabled: MARKETPLACES.some(isConnected),
    staleTime: ({ state }) => (isAnswered(state.data) ? FRESH_MS : 0),
    retry: false,
    trpc: { abortOnUnmount: true },
    // An answer holds for a band of prices, so it stays until that of the new price is there.
    placeholderData: (before, query) => (isSameProduct(readInput(query), question) ? before : undefined),
  });
  const isWanted = isSameProduct(typed, question);
  const progress = isFetching ? 'asking' : isError && data === undefined ? 'failed' : null;
  const progressOf = (name: Marketplace) => (isWanted && isConnected(name) ? progress : null);
  return {
    fees: isWanted ? data : undefined,
    progress: { mercadolivre: progressOf('mercadolivre'), amazon: progressOf('amazon') },
  };
}

/** What a query asked for, as it was sent. */
const readInput = (query: { queryKey: readonly unknown[] } | undefined) =>
  (query?.queryKey[1] as { input?: KnownFeesInput } | undefined)?.input ?? null;

const isAnswered = (fees: KnownFees | undefined) =>
  fees !== undefined && MARKETPLACES.every((name) => fees[name].situacao !== 'sem_resposta');

/**
 * The product as it is being typed, with what is stored where the form does not hold it, as the server reads it: what
 * was left blank is the same there whichever way it is blank. Null while something in it cannot be.
 */
function useQuestion(form: ProductFormApi, productId: string | null, basis: NetBasis): KnownFeesInput | null {
  const [nome, mlPrice, amazonPrice, custos, ficha] = useWatch({
    control: form.control,
    name: ['nome', 'preco_venda_ml', 'preco_venda_amazon', 'custos', 'ficha'],
  });
  const { peso_g, altura_cm, largura_cm, comprimento_cm } =
    custos === undefined ? basis.costs : readCosts(custos);
  const { data } = knownFeesInput.safeParse({
    id: productId,
    nome,
    preco_venda_ml: readPrice(mlPrice),
    preco_venda_amazon: readPrice(amazonPrice),
    ...readSheet(ficha, basis.sheet),
    ...{ peso_g, altura_cm, largura_cm, comprimento_cm },
  });
  return data ?? null;
}

type AskedOfSheet = Omit<ListingAttributes, 'margem_seguranca'>;

function readSheet(
  typed: Partial<Record<keyof AskedOfSheet, unknown>> | undefined,
  stored: ListingAttributes | null,
) {
  const { ean, marca, modelo, condicao, tipo_anuncio, categoria_ml } = { ...stored, ...typed };
  return { ean, marca, modelo, condicao, tipo_anuncio, categoria_ml };
}

/** What an answer depends on: name, brand and model only serve to find the category. */
function toKey(question: KnownFeesInput | null): string {
  const hasCategory = question !== null && question.categoria_ml !== null;
  return JSON.stringify(hasCategory ? { ...question, nome: '', marca: null, modelo: null } : question);
}

/** Whether two questions are about the same product, whatever its prices. */
function isSameProduct(one: KnownFeesInput | null, other: KnownFeesInput | null): boolean {
  if (one === null || other === null) return false;
  const prices = { preco_venda_ml: null, preco_venda_amazon: null };
  return toKey({ ...one, ...prices }) === toKey({ ...other, ...prices });
}

/** The question once typing pauses; one that would be answered alike stays as it was asked. */
function useDebounced(typed: KnownFeesInput | null): KnownFeesInput | null {
  const [debounced, setDebounced] = useState(typed);
  const isCurrent = toKey(typed) === toKey(debounced);
  const text = JSON.stringify(typed);
  useEffect(() => {
    if (isCurrent) return undefined;
    const timer = setTimeout(() => setDebounced(JSON.parse(text)), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isCurrent]);
  return debounced;
}
