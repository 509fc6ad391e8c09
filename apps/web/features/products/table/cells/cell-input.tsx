import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Move } from '../grid-keys';

/** Why a cell does not take what was typed; a question is confirmed by saving it once more. */
export interface CellRefusal {
  sentence: string;
  isQuestion?: boolean;
}

/** Takes what was typed; null, or why not. `isSure`: it was asked about before. */
export type SaveCell = (text: string, move: Move | null, isSure: boolean) => CellRefusal | null;

interface CellInputProps {
  label: string;
  initial: string;
  inputMode: 'decimal' | 'numeric';
  onSave: SaveCell;
  /** With what is to stand at the cell, where it was left with something in it that was not taken. */
  onCancel: (refusal: CellRefusal | null) => void;
}

/** A cell while it is edited: Enter saves and goes down, Tab right, Esc leaves it as it was. */
export function CellInput({ label, initial, inputMode, onSave, onCancel }: CellInputProps) {
  const id = useId();
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<CellRefusal | null>(null);
  const asked = useRef<string | null>(null);
  const isOver = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    // Typing has begun it: the caret goes on behind; otherwise what stands there is replaced.
    if (input.current && input.current.value.length > 1) input.current.select();
  }, []);

  function save(move: Move | null): CellRefusal | null {
    isOver.current = true;
    const refusal = onSave(text, move, asked.current === text);
    if (refusal === null) return null;
    isOver.current = false;
    asked.current = text;
    setProblem(refusal);
    return refusal;
  }

  function handleKey(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const way = event.shiftKey ? -1 : 1;
    if (event.key === 'Enter') {
      event.preventDefault();
      save({ rows: way, columns: 0 });
    } else if (event.key === 'Tab') {
      event.preventDefault();
      save({ rows: 0, columns: way });
    } else if (event.key === 'Escape') {
      isOver.current = true;
      onCancel(null);
    }
  }

  function handleBlur() {
    if (isOver.current) return;
    const refusal = save(null);
    if (refusal === null) return;
    isOver.current = true;
    onCancel(refusal);
  }

  return (
    <>
      <input
        ref={input}
        data-target
        aria-label={label}
        aria-invalid={(problem !== null && !problem.isQuestion) || undefined}
        aria-describedby={problem === null ? undefined : id}
        autoComplete="off"
        inputMode={inputMode}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setProblem(null);
        }}
        onKeyDown={handleKey}
        onBlur={handleBlur}
        className="tabular absolute inset-0 w-full bg-surface px-2 text-right outline-2 outline-ring -outline-offset-2 aria-invalid:outline-danger"
      />
      {problem !== null && <CellProblem id={id} {...problem} />}
    </>
  );
}

/** The sentence of an error or a question, standing at its cell. */
export function CellProblem({ id, sentence, isQuestion = false }: CellRefusal & { id: string }) {
  return (
    <span
      id={id}
      role="alert"
      className={clsx(
        'absolute top-full right-0 z-10 mt-0.5 w-max max-w-64 whitespace-normal rounded-md border px-2 py-1 text-left text-xs shadow-raised',
        isQuestion
          ? 'border-warning-border bg-warning-soft text-warning-text'
          : 'border-danger bg-danger-soft text-danger-text',
      )}
    >
      {sentence}
    </span>
  );
}
