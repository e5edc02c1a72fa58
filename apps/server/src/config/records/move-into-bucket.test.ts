import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDataDirectory } from '../../adapters/data-directory/data-directory.ts'
import { openInBucket } from '../../adapters/file-store/testing/file-store-kinds.ts'
import { readEnvironment } from '../environment/environment.ts'
import { openStores } from './move-command.ts'

it('a move takes a bucket URL like STORAGE_URL, and uses the AWS_* variables', async () => {
  const { s3, folder } = await openInBucket()
  const settings = readEnvironment({
    DATA_DIR: join(folder, 'data'),
    AWS_REGION: s3.region,
    AWS_ACCESS_KEY_ID: s3.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const directory = await openDataDirectory(settings.dataDirectory)
  const files = await openStores(
    `s3://${s3.bucketName}/moved?endpoint=${s3.endpoint}`,
    settings,
    directory,
    'a secret of the tests',
  )
  await expect(files?.to.check()).resolves.toBeUndefined()
  expect(s3.bucket.objects.has('moved/.kerf')).toBe(true)
  await expect(openStores('s3://a?endpoint=x', settings, directory, 'a secret of the tests')).rejects.toThrow(
    '--files must name a bucket',
  )
  await expect(openStores('file://elsewhere/kerf', settings, directory, 'a secret of the tests')).rejects.toThrow(
    'a folder of this machine',
  )
  await directory.close()
})
