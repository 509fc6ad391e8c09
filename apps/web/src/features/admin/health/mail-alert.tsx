import { AdminAlert } from '../admin-alert';
import { lateMailText } from './health-text';
import { useHealth } from './use-health';

/** On every tab: who waits for an e-mail cannot sign in, or thinks that nobody answers. */
export function MailAlert() {
  const { data } = useHealth();
  const text = data ? lateMailText(data.emails) : null;
  return text === null ? null : <AdminAlert text={text} />;
}
