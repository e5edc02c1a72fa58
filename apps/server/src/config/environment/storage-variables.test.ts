import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnvironment } from './environment.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'hush' }

describe('the storage of files', () => {
  it('is the data directory by default, or a named folder', () => {
    expect(readEnvironment({})).toMatchObject({ storage: { kind: 'disk', path: null }, fileDelivery: 'through' })
    // Other programs on the machine may use Amazon's variables.
    expect(readEnvironment({ AWS_ACCESS_KEY_ID: 'AKID' }).storage).toEqual({ kind: 'disk', path: null })
    expect(readEnvironment({ STORAGE_URL: 'file:///srv/kerf%20files' }).storage).toEqual({
      kind: 'disk',
      path: '/srv/kerf files',
    })
  })

  it('is a bucket with the configured endpoint and credentials', () => {
    const STORAGE_URL =
      's3://clips/kerf/eu/?endpoint=http://minio.lan:9000&region=eu-central-1&publicEndpoint=https://s3.example.org'
    expect(
      readEnvironment({ STORAGE_URL, ...KEYS, AWS_SESSION_TOKEN: 'for an hour', FILE_DELIVERY: 'signed' }),
    ).toMatchObject({
      storage: {
        kind: 's3',
        bucket: 'clips',
        prefix: 'kerf/eu',
        endpoint: new URL('http://minio.lan:9000'),
        publicEndpoint: new URL('https://s3.example.org'),
        region: 'eu-central-1',
        forcePathStyle: true,
        credentials: { accessKeyId: 'AKID', secretAccessKey: 'hush', sessionToken: 'for an hour' },
      },
      fileDelivery: 'signed',
    })
  })

  it("is at Amazon without an endpoint, with the machine's region and credentials", () => {
    const amazonFields = {
      kind: 's3',
      bucket: 'clips',
      prefix: '',
      endpoint: null,
      forcePathStyle: false,
      credentials: null,
    }
    expect(readEnvironment({ STORAGE_URL: 's3://clips', AWS_REGION: 'eu-west-1' }).storage).toMatchObject({
      ...amazonFields,
      region: 'eu-west-1',
    })
    expect(readEnvironment({ STORAGE_URL: 's3://clips', AWS_DEFAULT_REGION: 'eu-west-2' }).storage).toMatchObject({
      region: 'eu-west-2',
    })
    expect(readEnvironment({ STORAGE_URL: 's3://clips' }).storage).toMatchObject({ region: 'us-east-1' })
  })

  it.each([
    ['clips', 's3://bucket'],
    ['https://s3.example.org/clips', 's3://bucket'],
    ['s3://', 'name a bucket'],
    ['s3://a', 'name a bucket'],
    ['s3://AKID:hush@clips', 'credentials'],
    ['s3://clips:9000', 'name a bucket'],
    ['s3://clips/.hidden', 'prefix'],
    ['s3://clips/a b', 'prefix'],
    ['s3://clips/a//b', 'prefix'],
    ['s3://clips?endpoint=minio:9000', 'endpoint'],
    ['s3://clips?endpoint=http://me:hush@minio:9000', 'endpoint'],
    ['s3://clips?publicEndpoint=ftp://minio', 'publicEndpoint'],
    ['s3://clips?region=Europe', 'region'],
    ['s3://clips?forcePathStyle=yes', 'forcePathStyle'],
    ['s3://clips?accessKey=hush', 'no others'],
    ['file://server/share', 'folder'],
    ['file:///', 'folder'],
    ['file:///a%2fb', 'folder'],
  ])('cannot be %s; the error does not repeat it', (STORAGE_URL, words) => {
    const readVariables = () => readEnvironment({ STORAGE_URL })
    expect(readVariables).toThrow(EnvironmentError)
    expect(readVariables).toThrow(/STORAGE_URL/)
    expect(readVariables).toThrow(words)
    expect(readVariables).not.toThrow('hush')
  })

  it.each([
    [{ STORAGE_URL: 's3://clips', AWS_ACCESS_KEY_ID: 'AKID' }, 'AWS_SECRET_ACCESS_KEY is not set'],
    [{ STORAGE_URL: 's3://clips', AWS_SECRET_ACCESS_KEY: 'hush' }, 'AWS_ACCESS_KEY_ID is not set'],
    [{ FILE_DELIVERY: 'signed' }, 'STORAGE_URL must be like s3://bucket'],
    [{ FILE_DELIVERY: 'signed', STORAGE_URL: 'file:///srv/files' }, 'STORAGE_URL must be like s3://bucket'],
    [{ FILE_DELIVERY: 'direct' }, 'FILE_DELIVERY'],
    [
      {
        FILE_DELIVERY: 'signed',
        STORAGE_URL: 's3://clips?endpoint=http://minio:9000',
        PUBLIC_URL: 'https://kerf.example',
      },
      'publicEndpoint',
    ],
  ])('is refused if its settings are incomplete: %o', (environment, words) => {
    expect(() => readEnvironment(environment)).toThrow(EnvironmentError)
    expect(() => readEnvironment(environment)).toThrow(words)
    expect(() => readEnvironment(environment)).not.toThrow('hush')
  })
})
