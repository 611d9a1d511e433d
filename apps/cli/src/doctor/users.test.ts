import { userInfo } from 'node:os';

import { name, type JobName } from '@hearth/words';
import { expect, test } from 'vitest';

import { checkUsers, findUser, verdictOnUsers } from './users.ts';

const hearth = { uid: 997, groups: [997] };
const job = { name: name<JobName>('digest'), user: 'digest' };

test('users that are there are well', () => {
  const found = new Map([
    ['hearth', hearth],
    ['root', { uid: 0, groups: [0, 997] }],
  ]);
  expect(verdictOnUsers(found, []).map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
});

test('a user that is not there is told with the jobs that need it', () => {
  expect(verdictOnUsers(new Map([['digest', null]]), [job])).toEqual([
    {
      verdict: 'fault',
      says: 'there is no user digest, whom digest needs',
      mend: 'useradd --system digest, or name another user in the manifest',
    },
  ]);
});

test("a job's user in the gateway's group could read what other jobs wrote", () => {
  const found = new Map([
    ['hearth', hearth],
    ['digest', { uid: 1000, groups: [1000, 997] }],
  ]);
  expect(verdictOnUsers(found, [job])[1]).toMatchObject({
    verdict: 'fault',
    mend: 'gpasswd --delete digest hearth',
  });
});

test('the users of this machine are asked for', async () => {
  const { username, uid } = userInfo();
  expect(await findUser(username)).toMatchObject({ uid });
  expect(await findUser('nobody-has-this-name')).toBeNull();
  const found = await checkUsers([{ name: name<JobName>('one'), user: username }]);
  expect(found).toHaveLength(3);
  expect(found[2]).toMatchObject({ says: `user ${username} is there` });
});
