/** What a card is asked for: `submit` does it, `failure` is what stands there when it fails without a sentence. */
export interface CardSubmission<Values> {
  submit: (values: Values) => Promise<{ message: string }>;
  error: unknown;
  isPending: boolean;
  failure: string;
}
