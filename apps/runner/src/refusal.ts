/** Why the runner does not start: a sentence for the operator, who can mend it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
