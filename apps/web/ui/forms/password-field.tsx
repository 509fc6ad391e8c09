import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './field';
import type { InputField } from './fields';
import { Input } from './input';

/** What a new one has to be, said before anything is wrong. */
export const NEW_PASSWORD_HINT = 'Pelo menos 8 caracteres; recomendado: 12 ou mais.';

/** A password, hidden until its owner wants to read it. */
export function PasswordField({
  label,
  error,
  hint,
  className,
  ...props
}: ComponentProps<typeof InputField>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ label, error, hint, className }}>
      {(control) => (
        <span className="relative block">
          <Input {...control} {...props} type={isShown ? 'text' : 'password'} className="pr-10" />
          <button
            type="button"
            aria-pressed={isShown}
            title="Mostrar senha"
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-lg text-muted hover:text-foreground"
          >
            <Icon aria-hidden className="size-4" />
            {/* No aria-label: whoever looks for the field by its label is not to find this. */}
            <span className="sr-only">Mostrar senha</span>
          </button>
        </span>
      )}
    </Field>
  );
}
