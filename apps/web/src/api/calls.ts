import * as downloadCalls from '@kerf/contract/download'
import { callProcess } from '@kerf/contract/process-news'
import * as videoCalls from '@kerf/contract/video'
import { readQuota } from '@kerf/contract/viewer'
import type { TrimRange } from '@kerf/domain/trim-range'
import { asPerson, callApi } from './as-person.ts'

export { ApiError, OfflineError } from '@kerf/contract/client'

export const processLink: typeof callProcess = (...call) => asPerson(() => callProcess(...call))

export const readVideo = (id: string, signal: AbortSignal) => callApi(videoCalls.readVideo, { params: { id }, signal })

export const readSizes = (id: string, signal: AbortSignal) => callApi(videoCalls.readSizes, { params: { id }, signal })

export const setTrim = (id: string, range: TrimRange) =>
  callApi(videoCalls.setTrim, {
    params: { id },
    body: { startTime: range.startSeconds, endTime: range.endSeconds },
  })

export const listDownloads = (videoId: string, signal: AbortSignal) =>
  callApi(downloadCalls.listDownloads, { params: { id: videoId }, signal })

export const requestDownload = (
  videoId: string,
  quality: string,
  format: string,
  joined?: readonly TrimRange[] | undefined,
) => {
  const ranges = joined?.map(({ startSeconds, endSeconds }) => ({ startTime: startSeconds, endTime: endSeconds }))
  const body = { quality, format: format.toLowerCase(), ...(ranges ? { ranges } : {}) }
  return callApi(downloadCalls.requestDownload, { params: { id: videoId }, body })
}

export const readDownload = (id: string, signal: AbortSignal) =>
  callApi(downloadCalls.readDownload, { params: { id }, signal })

export const cancelDownload = (id: string) => callApi(downloadCalls.cancelDownload, { params: { id }, body: {} })

export const deleteDownload = (id: string) => callApi(downloadCalls.deleteDownload, { params: { id } })

export const loadQuota = (signal: AbortSignal) => callApi(readQuota, { signal })
