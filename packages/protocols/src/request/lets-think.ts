import { asObject, type JsonObject } from '../json.ts';

/**
 * Whether a request lets a model think that can: it does, unless it says otherwise in one of the ways that there are for
 * that. Most servers let a model think of which nothing is said, whatever the API.
 */
export function letsThink(body: JsonObject): boolean {
  const says = [
    // Ollama.
    body['think'] === false,
    // OpenAI's chat and responses.
    body['reasoning_effort'] === 'none',
    asObject(body['reasoning'])?.['effort'] === 'none',
    // Anthropic's messages.
    asObject(body['thinking'])?.['type'] === 'disabled',
    // llama.cpp and vLLM.
    asObject(body['chat_template_kwargs'])?.['enable_thinking'] === false,
    body['reasoning_budget_tokens'] === 0,
    body['thinking_budget_tokens'] === 0,
  ];
  return !says.includes(true);
}
