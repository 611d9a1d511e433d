import type { Seconds } from '@hearth/words';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * A duration for a person, by its two largest units: "0.4 s", "34 s", "21m17s", "2h", "3d4h". Rounded to the smaller
 * unit shown; a negative one begins with a minus.
 */
export function formatDuration(duration: Seconds): string {
  const size = Math.abs(duration);
  const text = format(size);
  return duration < 0 && !text.startsWith('0 ') ? `-${text}` : text;
}

/** Rounds before it chooses the units, so that 59.7 s is "1m" and never "60 s". */
function format(size: number): string {
  if (size < 0.95) return `${Math.round(size * 10) / 10} s`;
  const whole = Math.round(size);
  if (whole < MINUTE) return `${whole} s`;
  if (whole < HOUR) return pair(whole, MINUTE, 'm', 1, 's');
  const minutes = Math.round(size / MINUTE) * MINUTE;
  if (minutes < DAY) return pair(minutes, HOUR, 'h', MINUTE, 'm');
  return pair(Math.round(size / HOUR) * HOUR, DAY, 'd', HOUR, 'h');
}

function pair(
  size: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const rest = (size % large) / small;
  return `${Math.floor(size / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`;
}
