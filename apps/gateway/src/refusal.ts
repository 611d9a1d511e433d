/** The gateway cannot start, for a reason that the operator can mend: one sentence, and no stack trace. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
