import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore, Zips } from '../ports/files.ts'
import { cancelBatch } from './batches/cancel-batch.ts'
import { createBatch } from './batches/create-batch.ts'
import { describeBatch } from './batches/describe-batch.ts'
import { findBatch } from './batches/find-batch.ts'
import { openBatchZip } from './batches/open-batch-zip.ts'

export interface BatchUseCaseDeps {
  database: Database
  files: FileStore
  zips: Zips
  clock: Clock
}

/** Several clips that are asked for in one go. */
export function createBatchUseCases(deps: BatchUseCaseDeps) {
  return {
    createBatch: createBatch(deps),
    findBatch: findBatch(deps),
    describeBatch: describeBatch(deps),
    cancelBatch: cancelBatch(deps),
    openBatchZip: openBatchZip(deps),
  }
}
