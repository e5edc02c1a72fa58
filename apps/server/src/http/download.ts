import * as contract from '@kerf/contract/download'
import { mediaTypeOf } from '@kerf/domain/formats/clip-format'
import type { FastifyInstance } from 'fastify'
import { describeDownload } from '../use-cases/downloads/describe-download.ts'
import { cancelDownload, deleteDownload } from '../use-cases/downloads/end-download.ts'
import { openClip } from '../use-cases/downloads/open-clip.ts'
import { findDownload, listDownloads } from '../use-cases/downloads/own-downloads.ts'
import { type DownloadWithClip, requestDownload } from '../use-cases/downloads/request-download.ts'
import type { Deps } from '../use-cases/shared/deps.ts'
import { done, type Outcome, refused } from '../use-cases/shared/outcome.ts'
import { addressOf } from './callers/caller.ts'
import { sendFile } from './files/send-file.ts'
import { route } from './routing/route.ts'

export function downloadRoutes(
  app: FastifyInstance,
  deps: Deps<'database' | 'files' | 'clock' | 'memory' | 'addressCount'>,
): void {
  const describe = async (outcome: Outcome<DownloadWithClip>) =>
    outcome.ok ? done(await describeDownload(deps, outcome.value)) : outcome

  route(app, contract.requestDownload, async ({ params: { id: videoId }, body: asked, viewer, request }) => {
    if (!viewer) return refused('not_found')
    return describe(await requestDownload(deps, { videoId, asked, viewer, address: addressOf(request) }))
  })

  route(app, contract.readDownload, async ({ params: { id }, viewer }) =>
    describe(await findDownload(deps, { id, viewer })),
  )

  route(app, contract.listDownloads, async ({ params: { id: videoId }, viewer }) => {
    const found = await listDownloads(deps, { videoId, viewer })
    if (!found.ok) return found
    return done({ downloads: await Promise.all(found.value.map((one) => describeDownload(deps, one))) })
  })

  route(app, contract.readDownloadFile, async ({ params: { id }, viewer, request, reply }) => {
    const file = await openClip(deps, { id, viewer })
    if (!file.ok) return file
    const { container, fileName, ...opened } = file.value
    const sent = { mediaType: mediaTypeOf(container), saveAs: fileName, cacheControl: 'private, no-store' }
    return sendFile(request, reply, { ...opened, ...sent })
  })

  route(app, contract.cancelDownload, async ({ params: { id }, viewer }) => {
    if (!viewer) return refused('not_found')
    return describe(await cancelDownload(deps, { id, viewer }))
  })

  route(app, contract.deleteDownload, async ({ params: { id }, viewer }) => {
    if (!viewer) return refused('not_found')
    return deleteDownload(deps, { id, viewer })
  })
}
