declare const brand: unique symbol;

/** A `T` that only its own constructor makes, so that a count of tokens is never passed for a count of bytes. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
