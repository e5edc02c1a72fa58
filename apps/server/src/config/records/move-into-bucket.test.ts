import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { openInBucket } from '../../adapters/file-store/testing/file-store-kinds.ts'
import { readEnvironment } from '../environment/environment.ts'
import { filesOf } from './move-command.ts'

it('the bucket of a move is named as STORAGE_URL names it, and asked as AWS_* say', async () => {
  const { s3, folder } = await openInBucket()
  const settings = readEnvironment({
    DATA_DIR: join(folder, 'data'),
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
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
})
