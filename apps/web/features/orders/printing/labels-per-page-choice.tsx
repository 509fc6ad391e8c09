import { LABELS_PER_PAGE, type LabelsPerPage } from '@esteira/domain/orders/label-printing';
import { useState } from 'react';

const KEY = 'etiquetas-por-pagina';
const CHOICES = [1, 4] as const satisfies readonly LabelsPerPage[];

/** How many labels share a page; this browser's last choice, because its printer has its paper. */
export function useLabelsPerPage() {
  const [perPage, setPerPage] = useState(readChoice);

  function choose(choice: LabelsPerPage) {
    setPerPage(choice);
    try {
      localStorage.setItem(KEY, String(choice));
    } catch {
      // Forbidden storage: the choice lasts as long as the dialog.
    }
  }

  return [perPage, choose] as const;
}

function readChoice(): LabelsPerPage {
  try {
    return localStorage.getItem(KEY) === '4' ? 4 : 1;
  } catch {
    return 1;
  }
}

interface LabelsPerPageProps {
  value: LabelsPerPage;
  onChoose: (choice: LabelsPerPage) => void;
}

export function LabelsPerPageChoice({ value, onChoose }: LabelsPerPageProps) {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-[13px]">Papel</legend>
      {CHOICES.map((choice) => (
        <label key={choice} className="flex min-h-8 max-sm:min-h-10 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name="por_pagina"
            value={choice}
            checked={value === choice}
            onChange={() => onChoose(choice)}
            className="size-4 accent-primary"
          />
          {LABELS_PER_PAGE[choice]}
        </label>
      ))}
    </fieldset>
  );
}
