import * as batchCalls from '@kerf/contract/batch'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'
import { callApi } from '../../data/session/as-person.ts'

export type BatchWish = BodyInput<typeof batchCalls.createBatch>

export const createBatch = (wish: BatchWish) => callApi(batchCalls.createBatch, { body: wish })

export const loadBatch = (id: string, signal: AbortSignal) => callApi(batchCalls.readBatch, { params: { id }, signal })

export const cancelBatch = (id: string) => callApi(batchCalls.cancelBatch, { params: { id }, body: {} })
