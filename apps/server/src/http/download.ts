import {
  cancelDownload,
  deleteDownload,
  listDownloads,
  readDownload,
  readDownloadFile,
  requestDownload,
} from '@kerf/contract/download'
import type { FastifyInstance } from 'fastify'
import type { DownloadWithClip } from '../use-cases/downloads/request-download.ts'
import { done, type Outcome, refused } from '../use-cases/outcome.ts'
import type { UseCases } from '../use-cases/use-cases.ts'
import { addressOf } from './callers/caller.ts'
import { MEDIA_TYPE, sendFile } from './files/send-file.ts'
import { route } from './routing/route.ts'

export function downloadRoutes(app: FastifyInstance, useCases: UseCases): void {
  const describe = async (outcome: Outcome<DownloadWithClip>) =>
    outcome.ok ? done(await useCases.describeDownload(outcome.value)) : outcome

  route(app, requestDownload, async ({ params, body, viewer, request }) => {
    if (!viewer) return refused('not_found')
    return describe(await useCases.requestDownload(params.id, body, viewer, addressOf(request)))
  })

  route(app, readDownload, async ({ params, viewer }) => describe(await useCases.findDownload(params.id, viewer)))

  route(app, listDownloads, async ({ params, viewer }) => {
    const found = await useCases.listDownloads(params.id, viewer)
    return found.ok ? done({ downloads: await Promise.all(found.value.map(useCases.describeDownload)) }) : found
  })

  route(app, readDownloadFile, async ({ params, viewer, request, reply }) => {
    const file = await useCases.openClip(params.id, viewer)
    if (!file.ok) return file
    return sendFile(request, reply, {
      sizeBytes: file.value.sizeBytes,
      mediaType: MEDIA_TYPE[file.value.container],
      etag: file.value.etag,
      saveAs: file.value.fileName,
      cacheControl: 'private, no-store',
      open: file.value.open,
      addressFor: file.value.addressFor,
    })
  })

  route(app, cancelDownload, async ({ params, viewer }) => {
    if (!viewer) return refused('not_found')
    return describe(await useCases.cancelDownload(params.id, viewer))
  })

  route(app, deleteDownload, async ({ params, viewer }) => {
    if (!viewer) return refused('not_found')
    return useCases.deleteDownload(params.id, viewer)
  })
}
