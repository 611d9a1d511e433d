import { asCount, asObject, asText, parseObject, type JsonObject } from '../json.ts';

type Block = Record<string, unknown>;

/** The content blocks of a message, put together from their deltas. */
export interface Blocks {
  take(type: string, event: JsonObject): void;
  /** The blocks in order. A call of a tool whose input was cut off is left out. */
  content(): readonly JsonObject[];
}

/** The field of a block that each kind of delta goes to. */
const TEXTS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

/** Keeps the blocks of a message for the caller that asked for no stream. */
export function createBlocks(): Blocks {
  const blocks = new Map<number, Block>();
  const inputs = new Map<number, string>();

  function take(type: string, event: JsonObject): void {
    const index = asCount(event['index']) ?? 0;
    if (type === 'content_block_start') {
      blocks.set(index, { ...asObject(event['content_block']) });
    } else if (type === 'content_block_delta') {
      const block = blocks.get(index) ?? { type: 'text' };
      blocks.set(index, block);
      append(block, asObject(event['delta']) ?? {}, index);
    }
  }

  function append(block: Block, delta: JsonObject, index: number): void {
    const type = asText(delta['type']) ?? '';
    const field = TEXTS[type];
    if (field !== undefined)
      block[field] = (asText(block[field]) ?? '') + (asText(delta[field]) ?? '');
    if (type === 'input_json_delta') {
      inputs.set(index, (inputs.get(index) ?? '') + (asText(delta['partial_json']) ?? ''));
    }
    if (type === 'citations_delta') {
      const citations = Array.isArray(block['citations']) ? (block['citations'] as unknown[]) : [];
      block['citations'] = [...citations, delta['citation']];
    }
  }

  function withInput(index: number, block: Block): JsonObject | null {
    const text = inputs.get(index);
    if (text === undefined || text === '') return block;
    const input = parseObject(text);
    // Half an input would have to be shown as a whole one, and a tool called with it.
    return input === null ? null : { ...block, input };
  }

  return {
    take,
    content: () =>
      [...blocks]
        .sort(([a], [b]) => a - b)
        .map(([index, block]) => withInput(index, block))
        .filter((block) => block !== null),
  };
}
