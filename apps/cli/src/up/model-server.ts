import { fetchJson, isRecord } from './fetch-json.ts';

/** The ports that model servers take when nobody says: Ollama, llama.cpp, LM Studio, vLLM. */
export const USUAL_PORTS: readonly number[] = [11434, 8080, 1234, 8000];

/** A model server that answers. */
export interface ModelServer {
  /** What runs there, for people. */
  readonly kind: string;
  readonly url: string;
  /** How many models it has; one that is being loaded counts. */
  readonly models: number;
}

/** Looks at each of the ports on this machine; the servers that answer, in the order of the ports. */
export async function findModelServers(
  ports: readonly number[] = USUAL_PORTS,
): Promise<ModelServer[]> {
  const found = await Promise.all(ports.map((port) => recognise(`http://127.0.0.1:${port}`)));
  return found.filter((server) => server !== null);
}

/** Other programs take these ports too, so each server is known by what only it answers. */
async function recognise(url: string): Promise<ModelServer | null> {
  const found = await Promise.all([ollama(url), llamaCpp(url), openAi(url)]);
  // Ollama and llama.cpp answer like OpenAI as well.
  return found.find((server) => server !== null) ?? null;
}

async function ollama(url: string): Promise<ModelServer | null> {
  const version = await fetchJson(`${url}/api/version`);
  if (!isRecord(version?.body) || typeof version.body['version'] !== 'string') return null;
  const tags = await fetchJson(`${url}/api/tags`);
  return { kind: 'Ollama', url, models: lengthOf(tags?.body, 'models') };
}

async function llamaCpp(url: string): Promise<ModelServer | null> {
  const kind = 'llama.cpp';
  const props = await fetchJson(`${url}/props`);
  if (isRecord(props?.body) && isRecord(props.body['default_generation_settings'])) {
    return { kind, url, models: 1 };
  }
  const health = await fetchJson(`${url}/health`);
  const error = isRecord(health?.body) ? health.body['error'] : null;
  const loading = isRecord(error) && /loading model/i.test(String(error['message']));
  return loading ? { kind, url, models: 1 } : null;
}

async function openAi(url: string): Promise<ModelServer | null> {
  const list = await fetchJson(`${url}/v1/models`);
  if (list?.status !== 200 || !isRecord(list.body) || list.body['object'] !== 'list') return null;
  const [first] = Array.isArray(list.body['data']) ? (list.body['data'] as unknown[]) : [];
  const owner = isRecord(first) ? first['owned_by'] : null;
  const kind =
    owner === 'vllm' ? 'vLLM' : owner === 'organization_owner' ? 'LM Studio' : 'a model server';
  return { kind, url, models: lengthOf(list.body, 'data') };
}

function lengthOf(body: unknown, key: string): number {
  const list = isRecord(body) ? body[key] : null;
  return Array.isArray(list) ? list.length : 0;
}
