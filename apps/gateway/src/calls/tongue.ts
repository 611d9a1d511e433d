import type { Protocol } from '@hearth/protocols';

/** What a call needs of its API once it has been read: how its answer is followed and worded. */
export type Tongue = Pick<
  Protocol,
  'framing' | 'contentType' | 'follow' | 'errorBody' | 'errorEvent' | 'comment'
> & {
  /** By what the record and the machines know the API. */
  readonly name: string;
};
