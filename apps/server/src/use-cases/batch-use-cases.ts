import type { Clock } from '../ports/clock.ts'
import type { Database } from '../ports/database.ts'
import type { FileStore, Zips } from '../ports/files.ts'
import { cancelBatch } from './batch/cancel-batch.ts'
import { createBatch } from './batch/create-batch.ts'
import { describeBatch } from './batch/describe-batch.ts'
import { findBatch } from './batch/find-batch.ts'
import { openBatchZip } from './batch/open-batch-zip.ts'

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
