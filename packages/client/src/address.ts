/** A gateway's address without a trailing slash. Throws a `TypeError` when it is not an http address. */
export function address(text: string): string {
  const url = URL.parse(text);
  const extra = `${url?.search}${url?.hash}${url?.username}${url?.password}`;
  if (url === null || !/^https?:$/.test(url.protocol) || extra !== '') {
    throw new TypeError(
      `"${text}" is not the address of a gateway; it should look like http://127.0.0.1:4327`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
