import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { EMBEDDED } from '../testing/open-test-database.ts'

it('written rows are reported before the writer continues, and only once they are committed', async () => {
  const { executor, records, rowChanges } = (await EMBEDDED.open()).database
  const reportedIds: string[] = []
  rowChanges?.subscribe((rowId) => reportedIds.push(rowId))
  const viewer = await records.viewers.create('hash', new Date())
  expect(reportedIds).toEqual([])
  await executor.execute(sql`update viewers set token_hash = 'other' where id = ${viewer.id}`)
  expect(reportedIds.splice(0)).toEqual([viewer.id])
  const failedTransaction = executor.transaction(async (transactionExecutor) => {
    await transactionExecutor.execute(sql`delete from viewers where id = ${viewer.id}`)
    throw new Error('no')
  })
  await expect(failedTransaction).rejects.toThrow('no')
  expect(reportedIds).toEqual([])
  await executor.transaction((transactionExecutor) =>
    transactionExecutor.execute(sql`delete from viewers where id = ${viewer.id}`),
  )
  expect(reportedIds).toEqual([viewer.id])
})

it('a block is reported by its kind when it is added and removed, because its absence is cached', async () => {
  const { records, rowChanges } = (await EMBEDDED.open()).database
  const reportedIds: string[] = []
  rowChanges?.subscribe((rowId) => reportedIds.push(rowId))
  const block = { id: 'a block', kind: 'domain', key: 'media.example', link: 'media.example', reason: '' } as const
  await records.blocklist.insert({ ...block, createdAt: new Date(), createdBy: null, noticeId: null })
  expect(reportedIds.splice(0)).toEqual(['domain'])
  await records.blocklist.delete(block.id)
  expect(reportedIds).toEqual(['domain'])
})
