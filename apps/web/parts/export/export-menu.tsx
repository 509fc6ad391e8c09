import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Button } from '../../ui/button';
import { type ExportFormat, type ExportRequest, useExport } from './use-export';

const FORMATS: { format: ExportFormat; label: string; hint: string }[] = [
  { format: 'xlsx', label: 'Excel (.xlsx)', hint: 'Para abrir e imprimir' },
  { format: 'csv', label: 'CSV', hint: 'Para outros programas' },
];

/** Exports the whole list as it is narrowed and sorted, not only what was loaded of it. Open from the first. */
export function ExportMenu(request: ExportRequest) {
  const { mutate, isPending } = useExport(request);
  return (
    // In place, not in a portal: what stands on a page belongs to its landmarks.
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>
        <Button busy={isPending}>
          {!isPending && <Download aria-hidden />}
          Exportar
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content
        align="end"
        sideOffset={4}
        collisionPadding={16}
        className="z-40 grid min-w-48 rounded-lg border border-border bg-surface p-1 text-sm shadow-lg"
      >
        {FORMATS.map(({ format, label, hint }) => (
          <DropdownMenu.Item
            key={format}
            disabled={isPending}
            onSelect={() => mutate(format)}
            className="grid cursor-pointer rounded-md px-3 py-2 outline-none data-highlighted:bg-sunken"
          >
            <span className="font-medium">{label}</span>
            <span className="text-[13px] text-muted">{hint}</span>
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
