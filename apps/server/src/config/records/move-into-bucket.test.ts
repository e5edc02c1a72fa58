import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { FILE_STORE_KINDS, openInBucket } from '../../adapters/file-store/testing/file-store-kinds.ts'
import { readEnvironment } from '../environment/environment.ts'
import { filesOf } from './move-arguments.ts'
import { moveFiles } from './move-command.ts'

it('files move from disk into a bucket, once, and come out of it as they went in', async () => {
  const [disk] = await Promise.all(FILE_STORE_KINDS.slice(0, 1).map((kind) => kind.open()))
  const bucket = await openInBucket()
  if (!disk) throw new Error('There is no disk.')
  for (const [key, text] of [
    ['clip.mp4', 'a clip'],
    ['video/a', 'video'],
  ] as const) {
    const scratch = await disk.files.scratchPath('work')
    await writeFile(scratch, text)
    await disk.files.publish(scratch, key)
  }
  expect(await moveFiles(disk.files, bucket.files)).toEqual({ files: 2, bytes: 11 })
  expect(bucket.s3.bucket.get('kerf/clip.mp4').bytes.toString()).toBe('a clip')
  const puts = () => bucket.s3.calls.filter((call) => call.startsWith('PUT')).length
  const before = puts()
  expect(await moveFiles(disk.files, bucket.files)).toEqual({ files: 2, bytes: 11 })
  expect(puts()).toBe(before)
  await disk.files.delete('clip.mp4')
  await moveFiles(bucket.files, disk.files)
  expect((await disk.files.list()).map(({ key, sizeBytes }) => [key, sizeBytes]).sort()).toEqual([
    ['clip.mp4', 6],
    ['video/a', 5],
  ])
  await Promise.all([disk.remove(), bucket.remove()])
})

it('the bucket of a move is named as STORAGE_URL names it, and asked as AWS_* say', async () => {
  const { s3, folder, remove } = await openInBucket()
  const settings = readEnvironment({
    ...{ DATA_DIR: join(folder, 'data'), AWS_REGION: s3.region },
    ...{ AWS_ACCESS_KEY_ID: s3.accessKeyId, AWS_SECRET_ACCESS_KEY: s3.secretAccessKey },
  })
  const directory = await openDataDirectory(settings.dataDirectory)
  const files = await filesOf(
    `s3://${s3.bucketName}/moved?endpoint=${s3.endpoint}`,
    settings,
    directory,
    'a secret of the tests',
  )
  await expect(files?.to.check()).resolves.toBeUndefined()
  expect(s3.bucket.objects.has('moved/.kerf')).toBe(true)
  await expect(filesOf('s3://a?endpoint=x', settings, directory, 'a secret of the tests')).rejects.toThrow(
    '--files must name a bucket',
  )
  await expect(filesOf('file://elsewhere/kerf', settings, directory, 'a secret of the tests')).rejects.toThrow(
    'a folder of this machine',
  )
  await directory.close()
  await remove()
})
