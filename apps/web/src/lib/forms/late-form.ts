import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form';

/**
 * A form whose schema, with its library, is loaded when it is first judged: a page that is seldom filled in stays
 * small. Where the schema does not arrive, the server judges alone.
 */
export function useLateForm<Input extends FieldValues>(
  load: () => Promise<Resolver<Input>>,
  defaultValues: DefaultValues<Input>,
) {
  const resolver: Resolver<Input> = async (values, context, options) => {
    const validate = await load().catch(() => null);
    return validate === null ? { values, errors: {} } : validate(values, context, options);
  };
  return useForm<Input>({ resolver, defaultValues });
}
