/** Asks the model one question through the gateway, with what hearth put into this process's environment. */
export async function ask(question: string): Promise<string> {
  const base = process.env['OPENAI_BASE_URL'];
  const key = process.env['OPENAI_API_KEY'];
  if (base === undefined || key === undefined) {
    throw new Error('OPENAI_BASE_URL is not set: this program is meant to be run by hearth');
  }
  const response = await fetch(`${base}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the model call ended with status ${response.status}: ${text}`);
  const cap = response.headers.get('x-hearth-cap');
  const reason = response.headers.get('x-hearth-cap-reason');
  console.log(`the answer could have had ${cap} tokens (bounded by ${reason})`);
  const answer = JSON.parse(text) as { choices: { message: { content: string } }[] };
  return answer.choices[0]?.message.content.trim() ?? '';
}
