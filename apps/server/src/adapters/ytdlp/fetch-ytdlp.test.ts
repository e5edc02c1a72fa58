import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { link, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { mayMount, openSmallDisk } from '@kerf/standins/disk/small-disk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackSite, openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createFetchedYtdlp, type FetchedYtdlp, type FetchedYtdlpOptions, ytdlpAssetFor } from './fetch-ytdlp.ts'
import { signedAt, YTDLP_KEY } from './release-signature.ts'

const MACHINE = { platform: 'linux', arch: 'x64', musl: false }
let directory: string
let site: LoopbackSite
let fetched: FetchedYtdlp
let options: FetchedYtdlpOptions
/** Decides whether this program resolves videos. */
let works: (program: string) => boolean
/** Names of the programs that were tested. */
let testedPrograms: string[]
let release: ReturnType<typeof releaseOf>
const { publicKey: key, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const releaseOf = (program: string, at = '2026-08-19T12:00:00Z') => ({
  program,
  checksums: `${sha256('other')}  yt-dlp\n${sha256(program)}  yt-dlp_linux\n`,
  at: new Date(at),
  signer: privateKey,
  status: 200,
})

/** Signs the checksums as GnuPG does: a detached signature of a binary file, version 4, RSA with SHA-512. */
function signatureOf({ checksums, at, signer }: typeof release): Buffer {
  const head = Buffer.from([4, 0, 1, 10, 0, 6, 5, 2, 0, 0, 0, 0])
  head.writeUInt32BE(at.getTime() / 1000, 8)
  const rsaSignature = sign(
    'sha512',
    Buffer.concat([Buffer.from(checksums), head, Buffer.from([4, 0xff, 0, 0, 0, 12])]),
    signer,
  )
  const packet = Buffer.concat([Buffer.from([0x89, 0, 0]), head, Buffer.alloc(4), Buffer.from([8, 0]), rsaSignature])
  packet.writeUInt16BE(packet.length - 3, 1)
  return packet
}

beforeEach(async () => {
  directory = join(temporaryDirectory(), 'tools')
  release = releaseOf('#!/bin/sh\necho first\n')
  site = await startLoopbackSite((request, response) => {
    if (request.url === '/latest/yt-dlp_linux') response.writeHead(302, { location: '/stored/program' }).end()
    else if (request.url === '/stored/program') response.writeHead(release.status).end(release.program)
    else if (request.url === '/latest/SHA2-256SUMS') response.end(release.checksums)
    else if (request.url === '/latest/SHA2-256SUMS.sig') response.end(signatureOf(release))
    else response.writeHead(404).end()
  })
  const fetcher = openFetcher({ allow: [site.exemption] })
  works = () => true
  testedPrograms = []
  options = {
    directory,
    fetcher,
    channel: 'stable',
    baseUrl: `${site.origin}/latest/`,
    key,
    machine: MACHINE,
    async answers(path) {
      testedPrograms.push(basename(path))
      return works(await readFile(path, 'utf8'))
    },
  }
  fetched = createFetchedYtdlp(options)
})

afterEach(() => fetched.close())

const programPath = (): string => join(directory, 'yt-dlp')
const readInstalled = (): Promise<string> => readFile(programPath(), 'utf8')

describe("the app's own yt-dlp", () => {
  it('is fetched through redirects, checked, and made executable', async () => {
    expect(await fetched.refresh()).toBe('updated')
    expect(await readInstalled()).toBe(release.program)
    expect((await stat(programPath())).mode & 0o777).toBe(0o755)
    expect(await readdir(directory)).toEqual(['yt-dlp'])
    expect(await fetched.currentPath()).toBe(programPath())
  })

  it('is fetched by the first caller, who does not wait', async () => {
    expect(await fetched.currentPath()).toBeNull()
    expect(await fetched.refresh()).toBe('updated')
    expect(await fetched.currentPath()).toBe(programPath())
    expect(site.requests.filter(({ path }) => path === '/stored/program')).toHaveLength(1)
  })

  it('is not fetched again while it is the newest', async () => {
    await fetched.refresh()
    expect(await fetched.refresh()).toBe('unchanged')
    expect(site.requests.filter(({ path }) => path === '/stored/program')).toHaveLength(1)
  })

  it('is never an old release at first, even a signed one', async () => {
    release = releaseOf('old', '2025-01-01T00:00:00Z')
    expect(await fetched.refresh()).toBe('failed')
    expect(fetched.lastFailure()).toMatch(/older/)
  })

  it('is replaced by a newer release', async () => {
    await fetched.refresh()
    release = releaseOf('#!/bin/sh\necho second\n')
    expect(await fetched.refresh()).toBe('updated')
    expect(await readInstalled()).toBe(release.program)
  })

  it.each([
    ['its checksum is wrong', () => ({ ...releaseOf('new'), program: 'tampered with' })],
    ['the release lists no checksum for it', () => ({ ...releaseOf('new'), checksums: `${sha256('new')}  yt-dlp\n` })],
    ['the list is an HTML page', () => ({ ...releaseOf('new'), checksums: '<html>' })],
    ['someone else signed it', () => ({ ...releaseOf('new'), signer: stranger })],
    ['it is an older release', () => releaseOf('old', '2026-08-18T12:00:00Z')],
    ['the program is missing', () => ({ ...releaseOf('new'), status: 404 })],
  ])('keeps serving if %s', async (_why, change) => {
    await fetched.refresh()
    const previousProgram = await readInstalled()
    release = change()
    expect(await fetched.refresh()).toBe('failed')
    expect(fetched.lastFailure()).not.toBeNull()
    expect(await readInstalled()).toBe(previousProgram)
    expect(await readdir(directory)).toEqual(['yt-dlp'])
    expect(await fetched.currentPath()).toBe(programPath())
  })

  it('is not refreshed while unused, until it is requested again', async () => {
    await fetched.refresh()
    fetched.rest()
    release = releaseOf('#!/bin/sh\necho later\n')
    expect(await fetched.currentPath()).toBe(programPath())
    await expect.poll(readInstalled).toBe(release.program)
  })

  it('is repaired if it is damaged on disk', async () => {
    await fetched.refresh()
    await rm(programPath())
    expect(await fetched.refresh()).toBe('updated')
  })

  it('is not fetched from a forbidden host', async () => {
    const blockedYtdlp = createFetchedYtdlp({ ...options, fetcher: openFetcher() })
    expect(await blockedYtdlp.refresh()).toBe('failed')
    expect(site.connections()).toBe(0)
    await blockedYtdlp.close()
  })
})

describe('a newer yt-dlp', () => {
  const FIRST = '#!/bin/sh\necho first\n'
  const SECOND = '#!/bin/sh\necho second\n'
  const fetches = () => site.requests.filter(({ path }) => path === '/stored/program').length
  const publish = (program: string, at: string) => {
    release = releaseOf(program, at)
  }
  beforeEach(async () => {
    await fetched.refresh()
    publish(SECOND, '2026-09-20T12:00:00Z')
  })

  it('is refused if its trial lookup fails, and not fetched again before a newer one', async () => {
    works = (program) => program !== SECOND
    expect(await fetched.refresh()).toBe('refused')
    expect(await readInstalled()).toBe(FIRST)
    expect(await fetched.isHeldBack()).toBe(true)
    expect(await fetched.refresh()).toBe('unchanged')
    expect(fetches()).toBe(2)
    publish('third', '2026-09-21T12:00:00Z')
    expect(await fetched.refresh()).toBe('updated')
    expect(await fetched.isHeldBack()).toBe(false)
  })

  it('replaces the current release if both fail, because then the new one is not to blame', async () => {
    works = () => false
    expect(await fetched.refresh()).toBe('updated')
    expect(await readInstalled()).toBe(SECOND)
  })

  it('gets a second trial lookup after a failure', async () => {
    works = () => testedPrograms.length > 1
    expect(await fetched.refresh()).toBe('updated')
    expect(testedPrograms).toEqual([expect.stringMatching(/part$/), 'yt-dlp', expect.stringMatching(/part$/)])
  })

  it('is installed without a trial lookup if no working release would be replaced', async () => {
    works = () => false
    await utimes(programPath(), new Date(), new Date('2026-07-04T12:00:00Z'))
    expect(await fetched.refresh()).toBe('updated')
    expect(testedPrograms).toEqual([])
    expect(await fetched.takeBack()).toBe(false)
  })

  it('is rolled back if it keeps failing, until a newer one comes', async () => {
    await fetched.refresh()
    expect(await fetched.takeBack()).toBe(true)
    expect(await readInstalled()).toBe(FIRST)
    expect(await fetched.isHeldBack()).toBe(true)
    expect(await fetched.takeBack()).toBe(false)
    expect(await fetched.refresh()).toBe('unchanged')
    publish('third', '2026-09-21T12:00:00Z')
    expect(await fetched.refresh()).toBe('updated')
    expect(await readInstalled()).toBe('third')
  })

  it('is left out if the trial lookup is interrupted, and installed by the next process', async () => {
    const { promise: testBegun, resolve: beginTest } = Promise.withResolvers<void>()
    const endedFetcher = createFetchedYtdlp({
      ...options,
      answers: (_path, signal) => {
        beginTest()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    })
    const outcome = endedFetcher.refresh()
    await testBegun
    await endedFetcher.close()
    expect(await outcome).toBe('failed')
    expect(await readdir(directory)).toEqual(['yt-dlp'])
    expect(await readInstalled()).toBe(FIRST)
    expect(await fetched.refresh()).toBe('updated')
  })

  it('is installed after a swap was interrupted, which left a working one', async () => {
    // One process was killed between linking and replacing the old program, another long ago while it wrote a new one.
    await link(programPath(), `${programPath()}.previous`)
    const abandonedPart = `${programPath()}.0.part`
    await writeFile(abandonedPart, 'half of it')
    await utimes(abandonedPart, new Date(), new Date('2026-09-01T00:00:00Z'))
    expect(await fetched.takeBack()).toBe(false)
    expect(await readInstalled()).toBe(FIRST)
    expect(await fetched.refresh()).toBe('updated')
    expect((await readdir(directory)).toSorted()).toEqual(['yt-dlp', 'yt-dlp.previous'])
    expect(await fetched.takeBack()).toBe(true)
    expect(await readInstalled()).toBe(FIRST)
  })

  it('is installed by two processes that share the folder, and rolled back by both, once', async () => {
    const secondProcess = createFetchedYtdlp(options)
    expect(await Promise.all([fetched.refresh(), secondProcess.refresh()])).not.toContain('failed')
    expect(await readInstalled()).toBe(SECOND)
    expect(await readFile(`${programPath()}.previous`, 'utf8')).toBe(FIRST)
    expect(await Promise.all([fetched.takeBack(), secondProcess.takeBack()])).toContain(true)
    expect(await readInstalled()).toBe(FIRST)
    expect(await secondProcess.refresh()).toBe('unchanged')
    await secondProcess.close()
  })

  it.skipIf(!mayMount())('is left out while the disk is full, and the current one stays', async () => {
    const disk = openSmallDisk(1)
    try {
      const onSmallDisk = createFetchedYtdlp({ ...options, directory: disk.path })
      publish(FIRST, '2026-08-19T12:00:00Z')
      await onSmallDisk.refresh()
      publish(SECOND.padEnd(100_000), '2026-09-20T12:00:00Z')
      await disk.fillDisk()
      expect(await onSmallDisk.refresh()).toBe('failed')
      expect(onSmallDisk.lastFailure()).toMatch(/ENOSPC/)
      expect((await readdir(disk.path)).toSorted()).toEqual(['ballast', 'yt-dlp'])
      expect(await onSmallDisk.currentPath()).not.toBeNull()
      await disk.makeRoom()
      expect(await onSmallDisk.refresh()).toBe('updated')
      await disk.fillDisk()
      expect(await onSmallDisk.takeBack()).toBe(true)
      expect(await readFile(join(disk.path, 'yt-dlp'), 'utf8')).toBe(FIRST)
      await onSmallDisk.close()
    } finally {
      disk.remove()
    }
  })

  it('comes from the nightly channel if that is chosen', async () => {
    const urls: string[] = []
    const fetcher = { ...options.fetcher, get: (url: string) => Promise.reject(new Error(urls.push(url).toString())) }
    const { baseUrl: _, ...officialOptions } = options
    for (const channel of ['stable', 'nightly'] as const) {
      const ofChannel = createFetchedYtdlp({ ...officialOptions, fetcher, channel })
      await ofChannel.refresh()
      await ofChannel.close()
    }
    expect(urls).toEqual([
      'https://github.com/yt-dlp/yt-dlp/releases/latest/download/SHA2-256SUMS',
      'https://github.com/yt-dlp/yt-dlp-nightly-builds/releases/latest/download/SHA2-256SUMS',
    ])
  })
})

describe('a signature', () => {
  // GnuPG 2.2 made this signature.
  const list = Buffer.from('a list of checksums\n')
  const signature = Buffer.from(
    'iQEzBAABCgAdFiEEIdix3Z/20BFjDbKZBhzImXuwUrUFAmsEuygACgkQBhzImXuwUrWlNwf+KyYPEXH2d4qAICUwXtNsRY0L09AovwK/UPy3YB/yTburNI6LZQ5ofoy87fvvpb3bE/N0YmFjNF3UAQlRDfXoPQOzJYDeIhyMXaJrDIzwMaoFXXkvUI6svTBUD8Qkit22lKYX/BQK9vxUU4k39uMkT7UwMVLkGqu8DkWj6I/lIzQP5noM16eFK+flKAH26HwU9s5zSNLpHT29dq3MGNmVAO17FkVDo6KCRktVddlPhz/a68M1MGRO0tLMxzIQha+C79uDaWAKP9n2wHzKg2o5us9WF99ZUo5hG9QPskZoFYNEKTaki+x/Gz0CjeD8HlifN9hDTEHwJDTRuyzDvivZHA==',
    'base64',
  )
  const n =
    'uy24_Is_Mnrofq632r_cgWqPSSDKUEdfFdaLe8373rgHMy1pV6v-TWfsZlceivk4knD_S2z7WeBrEZr_hnw9Gms1oK4ItTL9PLs6dZXhnrSHSyUtzvfqDQ8HanstKtXelTnfoadiSLxGMNY4xg9GR6Sm_4S_tYo4mzJGmcfNAF0koRFpEkJzBS87icJzTCkawj2dqwd8pYOmtN7iM_VDW-QPLaBdMvaGtUyrXa8GBLCRaQd-C69DY-AFRIxrBCSsimtUtld2-oBDlr347qJMIDN4IxBhH6knv7qINS3_2m0Mpp5-_qHtomNp8iqwbfGsTaWtoVIt_q-Ds9Mcca9Inw'
  const gnupgKey = createPublicKey({ format: 'jwk', key: { kty: 'RSA', e: 'AQAB', n } })

  it('by GnuPG is verified, with its time', () => {
    expect(signedAt(list, signature, gnupgKey)).toEqual(new Date(1795472168000))
  })

  it('is invalid for another list, another key, or any relevant changed byte', () => {
    expect(signedAt(Buffer.from('another list\n'), signature, gnupgKey)).toBeNull()
    expect(signedAt(list, signature, YTDLP_KEY)).toBeNull()
    expect(signedAt(list, Buffer.alloc(0), gnupgKey)).toBeNull()
    expect(signedAt(list, Buffer.concat([signature, signature]), gnupgKey)).toBeNull()
    const ignoredOffsets = [...signature.keys()].filter((at) => {
      const corrupt = Buffer.from(signature)
      corrupt[at] = (corrupt[at] ?? 0) ^ 0x55
      return signedAt(list, corrupt, gnupgKey) !== null
    })
    // These bytes are the unsigned issuer and the start of the digest, which are not checked.
    expect(ignoredOffsets).toEqual(Array.from({ length: 12 }, (_, index) => 40 + index))
  })
})

it.each([
  ['yt-dlp_linux', 'linux', 'x64', false],
  ['yt-dlp_linux_aarch64', 'linux', 'arm64', false],
  ['yt-dlp_musllinux', 'linux', 'x64', true],
  ['yt-dlp_musllinux_aarch64', 'linux', 'arm64', true],
  ['yt-dlp_macos', 'darwin', 'arm64', false],
  ['yt-dlp.exe', 'win32', 'x64', false],
  ['yt-dlp', 'linux', 'riscv64', false],
  ['yt-dlp', 'freebsd', 'x64', false],
])('the file of a release is %s on %s %s, musl %s', (asset, platform, arch, musl) => {
  expect(ytdlpAssetFor({ platform, arch, musl })).toBe(asset)
})
