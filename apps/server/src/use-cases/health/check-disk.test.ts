import { expect, it } from 'vitest'
import { checkDisk } from './report-health.ts'

const GIGABYTE = 1024 ** 3
const checkDiskWith = (freeBytes: number) =>
  checkDisk({ diskSpace: async () => ({ freeBytes, totalBytes: 500 * GIGABYTE }) })

it.each([
  [200 * GIGABYTE, 'ok', 'There is enough disk space: 214.7 GB free. New downloads need 256 MB.'],
  [GIGABYTE, 'degraded', 'Less than 2 GB is free. Run the cleanup'],
  [GIGABYTE / 8, 'failing', 'The disk is full, and new downloads are refused. Run the cleanup'],
])('a disk with %d bytes free is %s', async (freeBytes, state, words) => {
  const check = await checkDiskWith(freeBytes)
  expect(check).toMatchObject({ state, freeBytes, totalBytes: 500 * GIGABYTE })
  expect(check.message).toContain(words)
})

it('a data directory that cannot be read fails, with DATA_DIR in the message', async () => {
  const check = await checkDisk({ diskSpace: () => Promise.reject(new Error('EACCES')) })
  expect(check).toMatchObject({ state: 'failing', freeBytes: null, totalBytes: null })
  expect(check.message).toContain('DATA_DIR')
})
