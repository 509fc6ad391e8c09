import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';

/**
 * A form whose schema, with its library, is loaded at the first validation, so that the page stays small. Where the
 * schema cannot be loaded, only the server validates.
 */
export function useDeferredForm<Input extends FieldValues>(
  load: () => Promise<Resolver<Input>>,
  defaultValues: DefaultValues<Input>,
) {
  const resolver: Resolver<Input> = async (values, context, options) => {
    const validate = await load().catch(() => null);
    return validate === null ? { values, errors: {} } : validate(values, context, options);
  };
  return useForm<Input>({ resolver, defaultValues });
}
