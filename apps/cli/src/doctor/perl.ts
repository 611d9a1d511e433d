import { ask } from './ask.ts';
import { fault, type Finding, ok } from './finding.ts';

/** The modules that the supervisor of a job loads; all are in Debian's perl-base. */
const LOADS = ['-MFcntl', '-MIO::Handle', '-MConfig'];

/** Perl waits beside each job. */
export async function checkPerl(): Promise<readonly Finding[]> {
  return verdictOnPerl(await ask('perl', ...LOADS, '-e', 'printf "%vd", $^V'));
}

/** `version` is what Perl answered; null where it did not. */
export function verdictOnPerl(version: string | null): readonly Finding[] {
  if (version !== null) return [ok(`Perl ${version}, which waits beside each job`)];
  return [
    fault(
      'Perl, which waits beside each job, is not here or lacks its basic modules',
      'apt-get install perl-base',
    ),
  ];
}
