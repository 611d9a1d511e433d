/**
 * OpenAI's responses, `/v1/responses`: streams of many kinds of named and numbered events.
 */
import { openaiError } from '../errors/error-body.ts';
import type { Problem } from '../errors/problem.ts';
import { asObject } from '../json.ts';
import type { Protocol } from '../protocol.ts';
import { writeCap } from '../request/write-caps.ts';
import { sseProtocol } from '../sse-protocol.ts';
import { encode, sseEvent } from '../stream/bytes.ts';
import { responsesDialect } from './dialect.ts';
import { readResponsesCall } from './read-call.ts';

/** `/v1/responses` */
export const openaiResponses: Protocol = sseProtocol({
  name: 'openai-responses',
  path: '/v1/responses',
  readCall: readResponsesCall,
  writeCall: (body, { model, cap }) => ({
    ...writeCap(body, 'max_output_tokens', cap),
    model,
    stream: true,
  }),
  dialect: responsesDialect,
  errorBody: openaiError,
  errorEvent,
});

/** The published form of the event is flat, the one that OpenAI sends is nested: clients read either. */
function errorEvent(problem: Problem, sequence: number): Uint8Array {
  const body = openaiError(problem);
  const { message, param, code } = asObject(body['error']) ?? {};
  const event = { type: 'error', code, message, param, sequence_number: sequence, ...body };
  return encode(sseEvent(event, 'error'));
}
