import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../../lib/theme';
import { Button } from '../../ui/button';

export function ThemeToggle({ className }: { className?: string }) {
  const [theme, chooseTheme] = useTheme();
  const dark = theme === 'escuro';
  const label = dark ? 'Usar tema claro' : 'Usar tema escuro';
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      className={className}
      onClick={() => chooseTheme(dark ? 'claro' : 'escuro')}
    >
      {dark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </Button>
  );
}
