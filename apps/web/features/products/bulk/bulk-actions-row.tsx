import type { ProductName } from '@esteira/validators/products/product';
import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { trpc } from '../../../lib/data/trpc';
import { formatCount } from '../../../lib/format/figures';
import { detailOf, statusOf } from '../../../lib/forms/problem';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { lazyDialog } from '../../../lib/lazy-dialog';
import { useUrlDialog } from '../../../lib/use-url-dialog';
import { type BulkOutcome, type BulkRun, summarize } from '../../../parts/bulk/bulk-outcome';
import { BulkRunDialog } from '../../../parts/bulk/bulk-run-dialog';
import { Button } from '../../../ui/button';
import { CHANGE_TITLES, type ChangeTopic } from '../changes/change-titles';
import { useProductCache } from '../list/use-product-cache';
import { type BulkAction, failureOf, listActions, WORDS } from './bulk-actions';
import type { BulkSelection } from './bulk-selection';

// It brings its form and its schemas with it.
const ChangeDialog = lazyDialog(() => import('../changes/change-dialog'), 'ChangeDialog', {
  title: ({ topic }) => CHANGE_TITLES[topic],
  wide: true,
});

const TOPICS = Object.keys(CHANGE_TITLES) as ChangeTopic[];

interface BulkActionsRowProps {
  selection: BulkSelection;
  /** The dialog with the result of a run has been closed. */
  onClosed: () => void;
}

/** What can be done with the ticked products, and the run that does it. */
export function BulkActionsRow({ selection: { selected, replace }, onClosed }: BulkActionsRowProps) {
  // What was not done stays ticked: a second try is one click away.
  const { run, start, cancel, close } = useBulkRun((outcomes) =>
    replace(outcomes.filter(({ state }) => state !== 'done').map(({ id }) => id)),
  );
  const send = useSingleFlight(start);
  const [withLosses, setWithLosses] = useState(false);
  if (withLosses && selected.length === 0) setWithLosses(false);
  const actions = listActions(selected, withLosses);
  const changing = useUrlDialog('alterar', 'changes');
  // An address says what to change, not which products: without a choice made here it opens nothing.
  const [chosen, setChosen] = useState<ProductName[] | null>(null);
  const topic = chosen && TOPICS.find((each) => each === changing.value);
  const isOpen = run !== null || Boolean(topic);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed();
    wasOpen.current = isOpen;
  }, [isOpen, onClosed]);

  function choose(each: ChangeTopic) {
    setChosen(selected);
    changing.open(each);
  }

  return (
    <>
      {selected.length > 0 && (
        <>
          <LossNote actions={actions} isIncluded={withLosses} onInclude={() => setWithLosses(true)} />
          {actions
            .filter(({ ready }) => ready.length > 0)
            .map((action, index) => (
              <Button
                key={action.label}
                size="sm"
                variant={index === 0 ? 'primary' : 'secondary'}
                onClick={() => send(action)}
              >
                {`${action.label} (${formatCount(action.ready.length)})`}
              </Button>
            ))}
          {TOPICS.map((each) => (
            <Button key={each} size="sm" onClick={() => choose(each)}>
              {CHANGE_TITLES[each]}
            </Button>
          ))}
        </>
      )}
      {topic && <ChangeDialog key={topic} topic={topic} products={chosen} onClose={changing.close} />}
      {run && (
        <BulkRunDialog
          run={run}
          words={WORDS[run.action.kind]}
          underWay="Enviando ao marketplace…"
          stop={['Cancelar', 'Cancelando']}
          resultLabel="Resultado por produto"
          onStop={cancel}
          onClose={close}
        />
      )}
    </>
  );
}

interface LossNoteProps {
  actions: readonly BulkAction[];
  isIncluded: boolean;
  onInclude: () => void;
}

/** '2 com prejuízo ficam de fora · Incluir' */
function LossNote({ actions, isIncluded, onInclude }: LossNoteProps) {
  const count = new Set(actions.flatMap(({ losing }) => losing.map(({ id }) => id))).size;
  if (count === 0) return null;
  const isOne = count === 1;
  const fate = isIncluded ? (isOne ? 'incluído' : 'incluídos') : isOne ? 'fica de fora' : 'ficam de fora';
  return (
    <p className="whitespace-nowrap text-[13px] text-warning-text">
      {`${formatCount(count)} com prejuízo ${fate}`}
      {!isIncluded && (
        <>
          {' · '}
          <Button variant="link" size="bare" onClick={onInclude}>
            Incluir
          </Button>
        </>
      )}
    </p>
  );
}

/** Enough to keep the server busy, few enough for the marketplaces' own limits. */
const MAX_AT_ONCE = 4;

interface ProductRun extends BulkRun {
  action: BulkAction;
}

/** Sends one action for many products and tells what became of each. */
function useBulkRun(onEnd: (outcomes: BulkOutcome[]) => void) {
  const { reload } = useProductCache();
  const { mutateAsync: publish } = trpc.publication.publish.useMutation();
  const { mutateAsync: unpublish } = trpc.publication.unpublish.useMutation();
  const [run, setRun] = useState<ProductRun | null>(null);
  const stop = useRef<AbortController>(null);

  // Whoever leaves the page begins nothing more.
  useEffect(() => () => stop.current?.abort(), []);

  async function start(action: BulkAction) {
    const products = action.ready;
    const controller = new AbortController();
    stop.current = controller;
    const send = action.kind === 'publish' ? publish : unpublish;
    const outcomes: BulkOutcome[] = [];
    const show = (state: BulkRun['state']) =>
      setRun({ action, title: action.label, total: products.length, done: outcomes.length, outcomes, state });

    async function sendOne({ id, nome }: ProductName) {
      try {
        const { message, na_fila = false } = await send({ id, marketplace: action.channel.marketplace });
        outcomes.push({ id, name: nome, state: 'done', isQueued: na_fila, text: message });
      } catch (error) {
        // The session has ended: every further call would fail alike.
        if (statusOf(error) === 401) controller.abort();
        outcomes.push({ id, name: nome, state: 'failed', text: detailOf(error) ?? failureOf(action) });
      }
      show(controller.signal.aborted ? 'cancelling' : 'running');
    }

    show('running');
    const unlessCancelled = async (product: ProductName) => {
      if (!controller.signal.aborted) await sendOne(product);
    };
    await pLimit(MAX_AT_ONCE).map(products, unlessCancelled);
    const sent = new Set(outcomes.map(({ id }) => id));
    for (const { id, nome } of products)
      if (!sent.has(id))
        outcomes.push({ id, name: nome, state: 'skipped', text: 'Cancelado antes do envio' });
    onEnd(outcomes);
    if (outcomes.every(({ state }) => state === 'done')) {
      setRun(null);
      toast.success(summarize(outcomes, WORDS[action.kind]));
    } else show('ended');
    // Not waited for: the next run may begin while this is read.
    void reload();
  }

  function cancel() {
    stop.current?.abort();
    setRun((current) => current && { ...current, state: 'cancelling' });
  }

  return { run, start, cancel, close: () => setRun(null) };
}
