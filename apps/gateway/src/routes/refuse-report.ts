import { ApiError } from '../http/api-error.ts';

/** Why a runner's word about an attempt is not taken. All of these mean to it: this attempt is no longer yours. */
export function refuseReport(reason: 'unknown' | 'stale_epoch' | 'ended'): ApiError {
  switch (reason) {
    case 'unknown':
      return new ApiError('not_found', 'there is no such attempt');
    case 'stale_epoch':
      return new ApiError('stale_epoch', 'the run has been given away again since');
    case 'ended':
      return new ApiError('stale_epoch', 'the attempt has been taken to be over');
  }
}
