/** Why something that a person wrote was not taken: one or two sentences with an example of what is. */
export interface Refusal {
  readonly ok: false;
  readonly message: string;
}
