import {
  name,
  seconds,
  type BudgetName,
  type CallId,
  type ConsumerName,
  type MachineName,
} from '@hearth/words';

import { at } from '../temporary.test.helper.ts';
import type { AdmittedCall } from './admit-call.ts';
import type { EndedCall } from './end-call.ts';
import type { ArrivedCall } from './open-call.ts';

export const chat: ConsumerName = name('chat');
export const digestBudget: BudgetName = name('digest');
export const gpuBox: MachineName = name('gpu-box');

/** A call of the chat that arrived at noon. */
export function arrived(change: Partial<ArrivedCall> = {}): ArrivedCall {
  return {
    consumer: chat,
    subCaller: null,
    runId: null,
    budget: null,
    priority: 'interactive',
    api: 'chat',
    model: 'qwen3-30b',
    arrivedAt: at(0),
    ...change,
  };
}

/** It got a slot after two seconds. */
export function admitted(id: CallId, change: Partial<AdmittedCall> = {}): AdmittedCall {
  return {
    id,
    machine: gpuBox,
    model: 'qwen3-30b',
    admittedAt: at(2),
    waited: seconds(2),
    cap: 512 as AdmittedCall['cap'],
    capReason: 'time',
    ...change,
  };
}

/** It stopped by itself after ten more. */
export function ended(id: CallId, change: Partial<EndedCall> = {}): EndedCall {
  return {
    id,
    endedAt: at(12),
    end: 'stop',
    waited: seconds(2),
    ran: seconds(10),
    promptTokens: 40 as EndedCall['promptTokens'],
    answerTokens: 120 as EndedCall['answerTokens'],
    tokensPerSecond: 13.9,
    charge: null,
    ...change,
  };
}
