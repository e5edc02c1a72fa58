import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { EMBEDDED } from '../testing/open-test-database.ts'

it('written rows are reported before the writer continues, and only once they are committed', async () => {
  const { executor, records, rowChanges } = (await EMBEDDED.open()).database
  const heard: string[] = []
  rowChanges?.subscribe((rowId) => heard.push(rowId))
  const viewer = await records.viewers.create('hash', new Date())
  expect(heard).toEqual([])
  await executor.execute(sql`update viewers set token_hash = 'other' where id = ${viewer.id}`)
  expect(heard.splice(0)).toEqual([viewer.id])
  const undone = executor.transaction(async (inside) => {
    await inside.execute(sql`delete from viewers where id = ${viewer.id}`)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(heard).toEqual([])
  await executor.transaction((inside) => inside.execute(sql`delete from viewers where id = ${viewer.id}`))
  expect(heard).toEqual([viewer.id])
})
