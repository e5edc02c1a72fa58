import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Download } from '@kerf/contract/download'
import type { Quota } from '@kerf/contract/user'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { mayMount, openSmallDisk, type SmallDisk } from '@kerf/standins/disk/small-disk'
import { sendHealthyMedia } from '@kerf/standins/hostile/healthy-media'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectExactClip } from '../harness/exact-clip.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { FRAME_RATE, makeStampedVideo } from '../harness/stamped-clips.ts'
import { Visitor } from '../harness/visitor.ts'

const RANGE = { startTime: 1.3, endTime: 9.7 }
/** Size of the disk: the space that must be free for any cut, and room for a few clips. */
const DISK_MEGABYTES = 330
/** Free space during the cut. It is less than the clip needs, so the disk fills up. */
const FREE_BYTES = 100_000

describe.skipIf(!mayMount())('a separate disk for clips that fills up during a cut', () => {
  let disk: SmallDisk
  const folder = temporaryDirectory()
  let site: LoopbackServer
  let kerf: RunningKerf
  let link: string
  /** While this is set, the site reports requests and does not answer them. */
  let silence: { firstRequest: PromiseWithResolvers<void>; end: PromiseWithResolvers<void> } | null = null
  beforeAll(async () => {
    disk = openSmallDisk(DISK_MEGABYTES)
    const media = await readFile(await makeStampedVideo(folder, 12))
    site = await listenOnLoopback(
      createServer((request, response) => {
        silence?.firstRequest.resolve()
        void (silence?.end.promise ?? Promise.resolve()).then(() => sendHealthyMedia({ request, response, media }))
      }),
    )
    link = `http://127.0.0.1:${site.port}/video.mp4`
    // The database is on another disk, so only the clips' disk fills up.
    await mkdir(join(folder, 'database'))
    await symlink(join(folder, 'database'), join(disk.path, 'database'))
    const environment = { SOURCES: 'media', OUTBOUND_ALLOW: `127.0.0.1:${site.port}`, LOG_LEVEL: 'warn' }
    kerf = await startKerf({ dataDirectory: disk.path, environment })
  })
  afterAll(async () => {
    await kerf?.kill()
    await site?.close()
    disk?.remove()
  })

  async function prepareRequest(): Promise<{ visitor: Visitor; videoId: string }> {
    const visitor = new Visitor(kerf.url)
    const video = await visitor.process(link)
    await visitor.setTrim(video, RANGE.startTime, RANGE.endTime)
    return { visitor, videoId: video.id }
  }
  const requestDownload = ({ visitor, videoId }: Awaited<ReturnType<typeof prepareRequest>>) =>
    visitor.call<Download & { code?: string }>('POST', `/api/video/${videoId}/download`, { quality: '360p' })
  const unitsOf = async (visitor: Visitor) =>
    (await visitor.call<Quota>('GET', '/api/user/quota')).body.quota.dailyDownloads
  const clips = async () => (await readdir(join(disk.path, 'files'))).filter((name) => name !== 'video')

  it('fails the cut without counting it or leaving a file; with space again, the next one succeeds', async () => {
    const [firstViewer, secondViewer] = [await prepareRequest(), await prepareRequest()]
    silence = { firstRequest: Promise.withResolvers(), end: Promise.withResolvers() }
    const acceptance = await requestDownload(firstViewer)
    expect(acceptance.status).toBe(202)
    await silence.firstRequest.promise
    await disk.fillDisk(FREE_BYTES)
    silence.end.resolve()
    silence = null
    const failedDownload = await firstViewer.visitor.waitUntilEnded(acceptance.body)
    expect(failedDownload).toMatchObject({ status: 'failed', code: 'storage_full' })
    expect(await unitsOf(firstViewer.visitor)).toBe(0)
    expect([await readdir(join(disk.path, 'scratch')), await clips()]).toEqual([[], []])

    expect(await requestDownload(secondViewer)).toMatchObject({ status: 503, body: { code: 'storage_full' } })
    expect(await unitsOf(secondViewer.visitor)).toBe(0)

    await disk.makeRoom()
    for (const viewer of [secondViewer, firstViewer]) {
      const { status, body } = await requestDownload(viewer)
      expect(status).toBe(202)
      expect(await viewer.visitor.waitUntilEnded(body)).toMatchObject({ status: 'completed' })
      expect(await unitsOf(viewer.visitor)).toBe(1)
      await expectExactClip(await viewer.visitor.fetchFile(body), RANGE, FRAME_RATE)
    }
    expect(await clips()).toHaveLength(1)
    console.log(
      `Full disk: refused as ${failedDownload.code} in the middle of a cut, unit back, nothing left, then made.`,
    )
  })
})
