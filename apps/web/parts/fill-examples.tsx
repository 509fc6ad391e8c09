import { Sparkles } from 'lucide-react';
import { Button } from '../ui/button';
import { useExamples } from './use-examples';

/** The way to a filled account, where there is nothing of one's own yet; nothing elsewhere. */
export function FillExamples() {
  const { canFill, fill, isFilling } = useExamples();
  if (!canFill) return null;
  return (
    <Button busy={isFilling} onClick={() => fill()}>
      <Sparkles aria-hidden />
      Preencher com dados de exemplo
    </Button>
  );
}
