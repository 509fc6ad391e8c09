import { useId, useState } from 'react';
import { chooseAlerts, getAlertSettings, useAlertSettings } from './alert-settings';
import { playSaleSound } from './sale-sound';

const BLOCKED =
  'O navegador bloqueia as notificações deste site. Libere-as nas permissões do site e ligue de novo.';
const NOT_ALLOWED = 'Sem a permissão do navegador, as notificações continuam desligadas.';
const NOT_HERE = 'Este navegador não oferece notificações neste endereço. Elas precisam de HTTPS.';

/** Whether sales are also told outside of the page; the browser is asked only when somebody switches it on. */
export function AlertSwitches() {
  const stored = useAlertSettings();
  const [refusal, setRefusal] = useState<string | null>(null);
  // Its permission may have been withdrawn since.
  const isDesktopOn = stored.desktop && getAlertSettings().desktop;

  async function switchDesktop(on: boolean) {
    const refused = on ? await askPermission() : null;
    setRefusal(refused);
    chooseAlerts({ desktop: on && refused === null });
  }

  function switchSound(on: boolean) {
    chooseAlerts({ sound: on });
    if (on) playSaleSound();
  }

  return (
    <div className="grid gap-2 border-border border-t px-4 py-3 text-[13px]">
      <p className="text-muted">Novas vendas, enquanto você está em outra janela:</p>
      <Switch
        label="Notificações na área de trabalho"
        checked={isDesktopOn}
        onChange={switchDesktop}
        problem={refusal}
      />
      <Switch label="Som" checked={stored.sound} onChange={switchSound} problem={null} />
    </div>
  );
}

/** Null when notifications are allowed; else the sentence that says why they are not. */
async function askPermission(): Promise<string | null> {
  if (!('Notification' in window)) return NOT_HERE;
  if (Notification.permission === 'denied') return BLOCKED;
  const answer = await Notification.requestPermission();
  if (answer === 'granted') return null;
  return answer === 'denied' ? BLOCKED : NOT_ALLOWED;
}

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (on: boolean) => void;
  problem: string | null;
}

function Switch({ label, checked, onChange, problem }: SwitchProps) {
  const problemId = useId();
  return (
    <div className="grid gap-1">
      <label className="flex cursor-pointer items-center justify-between gap-3 font-medium">
        {label}
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          checked={checked}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => onChange(event.target.checked)}
          className="size-4 accent-primary"
        />
      </label>
      <p id={problemId} role="status" className="text-danger-text empty:hidden">
        {problem}
      </p>
    </div>
  );
}
