import * as contract from '@kerf/contract/download'
import { listRecentDownloads as recentDownloads } from '@kerf/contract/user'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import type { FastifyInstance } from 'fastify'
import { cutLink } from '../use-cases/downloads/cut-link.ts'
import { describeDownload } from '../use-cases/downloads/describe-download.ts'
import { cancelDownload, deleteDownload } from '../use-cases/downloads/end-download.ts'
import { openClip, openPassedClip } from '../use-cases/downloads/files/open-clip.ts'
import {
  findDownload,
  listDownloads,
  listRecentDownloads,
  waitForEnd,
} from '../use-cases/downloads/files/own-downloads.ts'
import { openDownloadZip } from '../use-cases/downloads/files/send-zip.ts'
import { openSubtitles } from '../use-cases/downloads/files/subtitle-files.ts'
import { type DownloadWithClip, requestDownload } from '../use-cases/downloads/request-download.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { readIpAddress } from './callers/caller.ts'
import { contentDisposition, sendFile, sendZip } from './files/send-file.ts'
import { logRefusedLink } from './logs/refused-link.ts'
import { ANSWERED, route } from './routing/route.ts'
import { PROCESS_CALLS_PER_MINUTE } from './video.ts'

/** Limit for one IP address. Each call may request captions from the source. */
const SUBTITLES_PER_MINUTE = 30
const SUBTITLE_TYPES = { srt: 'text/plain; charset=utf-8', vtt: 'text/vtt; charset=utf-8' }

type DownloadDeps = Deps<
  | 'database'
  | 'files'
  | 'zips'
  | 'clock'
  | 'log'
  | 'caches'
  | 'ipAddressQuotaKey'
  | 'sources'
  | 'presets'
  | 'secretSeal'
  | 'fileNames'
  | 'engine'
  | 'publicUrl'
  | 'submittedSegments'
>

export function downloadRoutes(app: FastifyInstance, deps: DownloadDeps): void {
  const describe = async (outcome: Outcome<DownloadWithClip>) =>
    outcome.ok ? done(await describeDownload(deps, outcome.value)) : outcome

  route(app, contract.requestDownload, async ({ params: { id: videoId }, body, viewer, request }) => {
    if (!viewer) return refused('not_found')
    return describe(await requestDownload(deps, { videoId, body, viewer, ipAddress: readIpAddress(request) }))
  })

  route(
    app,
    contract.cutLink,
    async ({ body, welcomeViewer, signal, request }) => {
      const viewer = await welcomeViewer()
      const outcome = await cutLink(deps, { body, viewer, ipAddress: readIpAddress(request), signal })
      return outcome.ok || !outcome.step ? describe(outcome) : logRefusedLink(request, outcome)
    },
    { callsPerMinute: PROCESS_CALLS_PER_MINUTE, acceptsAnyText: true },
  )

  route(app, recentDownloads, async ({ viewer }) => done({ downloads: await listRecentDownloads(deps, viewer) }))

  route(app, contract.readDownload, async ({ params: { id }, viewer }) =>
    describe(await findDownload(deps, { id, viewer })),
  )

  route(app, contract.listDownloads, async ({ params: { id: videoId }, viewer }) => {
    const downloads = await listDownloads(deps, { videoId, viewer })
    if (!downloads.ok) return downloads
    return done({ downloads: await Promise.all(downloads.value.map((download) => describeDownload(deps, download))) })
  })

  route(
    app,
    contract.readDownloadFile,
    async ({ params: { id }, query: { pass, wait, name: names = deps.fileNames }, viewer, signal, request, reply }) => {
      const endWait = wait === undefined ? null : request.beginWait()
      if (wait !== undefined && endWait) {
        // The wait checks the key each time it polls, because the key may be revoked meanwhile.
        const mayWait = async () => (await request.checkKey?.())?.ok !== false
        await waitForEnd(deps, { id, viewer, seconds: wait, mayWait, signal }).finally(endWait)
        const key = await request.checkKey?.()
        if (key && !key.ok) return key
      }
      const file =
        pass === undefined
          ? await openClip(deps, { id, viewer, names })
          : await openPassedClip(deps, { id, pass, names })
      if (!file.ok) return file
      const { container, fileName, ...storedFile } = file.value
      const delivery = { mediaType: mediaTypeOf(container), saveAs: fileName, cacheControl: 'private, no-store' }
      return sendFile(request, reply, { ...storedFile, ...delivery })
    },
  )

  route(
    app,
    contract.readDownloadSubtitles,
    async ({
      params: { id },
      query: { captions, format = 'srt', name: names = deps.fileNames },
      viewer,
      signal,
      reply,
    }) => {
      const file = await openSubtitles(deps, { id, viewer, captions, format, names, signal })
      if (!file.ok) return file
      reply
        .header('cache-control', 'private, no-store')
        .header('content-type', SUBTITLE_TYPES[format])
        .header('content-disposition', contentDisposition(file.value.fileName))
        .send(file.value.bytes)
      return ANSWERED
    },
    { callsPerMinute: SUBTITLES_PER_MINUTE },
  )

  route(
    app,
    contract.readDownloadZip,
    async ({ params: { id }, query: { name: names = deps.fileNames }, viewer, signal, request, reply }) => {
      const zip = await openDownloadZip(deps, { id, viewer, names, signal })
      return zip.ok ? sendZip(request, reply, zip.value) : zip
    },
    { callsPerMinute: SUBTITLES_PER_MINUTE },
  )

  route(app, contract.cancelDownload, async ({ params: { id }, viewer }) => {
    if (!viewer) return refused('not_found')
    return describe(await cancelDownload(deps, { id, viewer }))
  })

  route(app, contract.deleteDownload, async ({ params: { id }, viewer }) => {
    if (!viewer) return refused('not_found')
    return deleteDownload(deps, { id, viewer })
  })
}
