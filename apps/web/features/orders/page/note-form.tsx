import type { Marketplace } from '@esteira/domain/marketplaces';
import { MAX_NOTE_LENGTH } from '@esteira/domain/orders/order-notes';
import { addNoteInput } from '@esteira/validators/orders/order-details';
import { useWatch } from 'react-hook-form';
import { formatCount } from '../../../lib/format/figures';
import { fieldsOf } from '../../../lib/forms/fields-of';
import { useZodForm } from '../../../lib/forms/form';
import { useSingleFlight } from '../../../lib/forms/use-single-flight';
import { Button } from '../../../ui/button';
import { TextareaField } from '../../../ui/forms/fields';
import { useAddNote } from './use-notes';

const schema = addNoteInput.pick({ texto: true });

interface NoteFormProps {
  orderId: string;
  marketplace: Marketplace;
}

/** Writes a note. Notes may tell of buyers, so what was typed and not sent is kept nowhere. */
export function NoteForm({ orderId, marketplace }: NoteFormProps) {
  const form = useZodForm(schema, { texto: '' });
  const field = fieldsOf(form);
  const { texto } = useWatch({ control: form.control });
  const add = useAddNote(orderId);
  const submit = useSingleFlight(
    (note: { texto: string }) => add.send(note.texto),
    () => form.reset(),
  );

  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(submit)}>
      <TextareaField
        label="Nova nota"
        hint={`${formatCount(texto?.length ?? 0)} de ${formatCount(MAX_NOTE_LENGTH)} caracteres · só você vê`}
        placeholder="Ex.: comprador pediu para entregar na portaria"
        {...field('texto')}
      />
      {marketplace === 'amazon' && (
        <p className="text-[13px] text-muted">Não escreva aqui dados do comprador: notas ficam.</p>
      )}
      <Button type="submit" className="justify-self-start" busy={add.isPending}>
        Adicionar nota
      </Button>
    </form>
  );
}
