import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bootSystemd } from './boot-systemd.ts';
import { canBoot } from './can-boot.ts';
import type { Machine } from './machine.ts';
import { shell } from './shell.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

const why = await canBoot();

describe.skipIf(why !== null)(`in a machine${why === null ? '' : ` (skipped: ${why})`}`, () => {
  let machine: Machine;

  beforeAll(async () => {
    machine = await bootSystemd();
  });
  afterAll(() => machine?.stop());

  /** Whether a process runs whose first argument is that word. */
  const runs = async (word: string): Promise<boolean> =>
    (await machine.run(['sh', '-c', `grep -slz '^${word}' /proc/[0-9]*/cmdline`])).stdout !== '';

  test.each([
    { script: 'exit 0', code: 0 },
    { script: 'exit 7', code: 7 },
    { script: 'exit 255', code: 255 },
    { script: 'kill -KILL $$', code: 137 },
    { script: 'kill -TERM $$', code: 143 },
  ])('run tells that `$script` ended with $code', async ({ script, code }) => {
    expect(await machine.run(['sh', '-c', script])).toEqual({ code, stdout: '', stderr: '' });
  });

  test('run tells that there is no such program as a shell would', async () => {
    const { code, stderr } = await machine.run(['no-such-program']);
    expect(code).toBe(127);
    expect(stderr).toContain('not found');
  });

  test('run passes arguments, environment, folder and input on as they are', async () => {
    const args = [
      '',
      ' ',
      '$HOME ${HOME} $$',
      '%h %%',
      'a\nb\t"c" \'d\' \\e;',
      '--flag',
      'é😀',
      '&&',
    ];
    const env = { ONE: '$HOME %h "x" \\', TWO: 'é = é', THREE: '' };
    const print =
      'print join "\\0", @ARGV, @ENV{qw(ONE TWO THREE)}, `pwd`, <STDIN>; print STDERR "done"';
    const options = { env, cwd: '/usr/lib', input: 'line\nlast' };
    expect(await machine.run(['perl', '-e', print, '--', ...args], options)).toEqual({
      code: 0,
      stdout: [...args, ...Object.values(env), '/usr/lib\n', 'line\n', 'last'].join('\0'),
      stderr: 'done',
    });
  });

  test('run does so also while systemd reads its units anew, over and over', async () => {
    const words = ['$HOME $$ %h', 'a "b" \'c\' \\d;', '(e\nf)'];
    await shell(machine, 'touch /run/storm');
    const storm = shell(machine, 'while [ -e /run/storm ]; do systemctl daemon-reload; done');
    for (let n = 0; n < 20; n += 1) {
      const printed = await machine.run(['sh', '-c', 'printf "%s|" "$@"', 'sh', ...words]);
      expect(printed).toEqual({ code: 0, stdout: `${words.join('|')}|`, stderr: '' });
    }
    await shell(machine, 'rm /run/storm');
    await storm;
  });

  test('a folder that is not there is an error, not an exit code', async () => {
    await expect(machine.run(['true'], { cwd: '/none' })).rejects.toThrow('true was not started');
  });

  test('what a command leaves running ends with it, and its output is waited for no longer', async () => {
    const started = await machine.run([
      'sh',
      '-c',
      '(trap "" TERM HUP; exec sleep 1234) & echo started',
    ]);
    expect(started).toEqual({ code: 0, stdout: 'started\n', stderr: '' });
    expect(await runs('1234')).toBe(false);
  });

  test('a scope that a command makes lives on after it', async () => {
    await shell(machine, 'systemd-run --quiet --scope --unit=stays sh -c "sleep 5678 & echo"');
    expect(await runs('5678')).toBe(true);
    await shell(machine, 'systemctl stop stays.scope');
    expect(await runs('5678')).toBe(false);
  });

  test('a command that takes too long is killed, and the error holds what it said', async () => {
    const slow = machine.run(['sh', '-c', 'echo begun; sleep 4321'], { timeoutSeconds: 0.5 });
    await expect(slow).rejects.toThrow(/did not end within 0.5 s and was killed.*begun/);
    expect(await runs('4321')).toBe(false);
  });

  test('what a command writes is given as it comes', async () => {
    const first = Promise.withResolvers<string>();
    await shell(machine, 'mkfifo /run/more');
    const running = machine.run(['sh', '-c', 'echo one; read more </run/more; echo $more'], {
      onStdout: (piece) => first.resolve(piece.toString()),
    });
    expect(await first.promise).toBe('one\n');
    await shell(machine, 'echo two >/run/more');
    expect((await running).stdout).toBe('one\ntwo\n');
  });

  test('many commands run at once, each with its own output', async () => {
    const numbers = Array.from({ length: 12 }, (_, n) => n);
    const script = 'cat; exit "$1"';
    const results = numbers.map((n) =>
      machine.run(['sh', '-c', script, 'sh', `${n}`], { input: `${n}` }),
    );
    expect(await Promise.all(results)).toEqual(
      numbers.map((n) => ({ code: n, stdout: `${n}`, stderr: '' })),
    );
  });

  test('files go in and come out byte for byte', async () => {
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => (n * 7919) >> 3));
    await machine.writeFile('/srv/new/place/file', content, 0o750);
    expect((await machine.readFile('/srv/new/place/file')).equals(content)).toBe(true);
    expect(await shell(machine, 'stat -c %a /srv/new/place/file')).toBe('750\n');
    await expect(machine.readFile('/srv/none')).rejects.toThrow('No such file');
  });

  test('the journal of a unit can be read, and waited for', async () => {
    await machine.writeUnit(
      'talker.service',
      '[Service]\nExecStart=sh -c "echo one; read x </run/go; echo two $x"\n',
    );
    await shell(machine, 'mkfifo /run/go; systemctl start talker');
    await machine.untilLogged('talker.service', 'one');
    expect(await machine.journal('talker.service')).not.toContain('two');
    await shell(machine, 'echo three >/run/go');
    await machine.untilLogged('talker.service', 'two three');
    expect(await machine.journal('talker.service')).toMatch(/sh\[\d+\]: two three/);
    const never = machine.untilLogged('talker.service', 'four', 0.5);
    await expect(never).rejects.toThrow(/not logged[^]*two three/);
  });
});
