import { isStepBack } from '@esteira/domain/orders/order-undo';
import type { OrderDetails, OrderNote } from '@esteira/validators/orders/order-details';
import { StickyNote, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { DeferredPart } from '../../../lib/deferred-part';
import { When } from '../../../lib/format/when';
import { ConfirmDialog } from '../../../lib/lazy-dialog';
import { lazyPart } from '../../../lib/lazy-part';
import { useUser } from '../../../lib/session/session';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { describeEvent, describeReason } from '../list/describe-event';
import { STATUS_BADGES } from '../list/status-badges';
import { type TimelineEntry, toTimeline } from './timeline-entries';
import { useRemoveNote } from './use-notes';

// Most visits only read. The form brings the schemas with it.
const NoteForm = lazyPart(() => import('./note-form'), 'NoteForm', { fallback: <div className="h-33" /> });

/** What happened to the order and what was noted about it, oldest first, and room for one more note. */
export function OrderTimeline({ details }: { details: OrderDetails }) {
  const { id, marketplace } = details.pedido;
  const [noteToDelete, setNoteToDelete] = useState<OrderNote | null>(null);
  const remove = useRemoveNote(id);
  return (
    <Panel heading="Histórico">
      <ol className="grid gap-4 p-4">
        {toTimeline(details, marketplace).map((entry) => (
          <Entry key={`${entry.kind}-${entry.id}`} entry={entry} onDelete={setNoteToDelete} />
        ))}
      </ol>
      <div data-changes className="border-border border-t p-4">
        <DeferredPart failure="Não foi possível carregar o campo de notas.">
          <NoteForm orderId={id} marketplace={marketplace} />
        </DeferredPart>
      </div>
      {noteToDelete && (
        <ConfirmDialog
          open
          onOpenChange={() => setNoteToDelete(null)}
          question="Excluir esta nota?"
          subject={shorten(noteToDelete.texto)}
          confirmLabel="Excluir"
          destructive
          onConfirm={() => remove.mutateAsync({ id, nota_id: noteToDelete.id })}
        />
      )}
    </Panel>
  );
}

interface EntryProps {
  entry: TimelineEntry;
  onDelete: (note: OrderNote) => void;
}

function Entry({ entry, onDelete }: EntryProps) {
  const Icon = iconOf(entry);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span className="grid size-7 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 pt-0.5">
        {entry.kind === 'event' && <p className="font-medium">{describeEvent(entry.event)}</p>}
        {entry.kind === 'event' && describeReason(entry.event) && (
          <p className="[overflow-wrap:anywhere]">{describeReason(entry.event)}</p>
        )}
        {entry.kind === 'note' && <NoteText note={entry.note} onDelete={onDelete} />}
        <p className="text-[13px] text-muted">
          {entry.actor} · <When date={entry.at} />
        </p>
      </div>
    </li>
  );
}

function NoteText({ note, onDelete }: { note: OrderNote; onDelete: (note: OrderNote) => void }) {
  const user = useUser();
  return (
    <div className="flex items-start gap-2">
      <p className="min-w-0 flex-1 whitespace-pre-line [overflow-wrap:anywhere]">{note.texto}</p>
      {note.ator_id === user.id && (
        <Button
          data-changes
          variant="ghost-danger"
          size="icon"
          aria-label={`Excluir nota: ${shorten(note.texto)}`}
          title="Excluir nota"
          className="-mt-1"
          onClick={() => onDelete(note)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </div>
  );
}

function iconOf(entry: TimelineEntry) {
  if (entry.kind === 'note') return StickyNote;
  return isStepBack(entry.event) ? Undo2 : STATUS_BADGES[entry.event.para].icon;
}

const MAX_SHORT = 80;

function shorten(text: string): string {
  return text.length > MAX_SHORT ? `${text.slice(0, MAX_SHORT).trimEnd()}…` : text;
}
