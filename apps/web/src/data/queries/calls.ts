import * as downloadCalls from '@kerf/contract/download'
import { callProcess } from '@kerf/contract/process-events'
import { BASE_PATH } from '@kerf/contract/protocol/base-path'
import { type Quota, readQuota } from '@kerf/contract/user'
import * as videoCalls from '@kerf/contract/video'
import type { ClipForm } from '@kerf/domain/formats/format-choice'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { clockedFetch } from '../../browser/server-clock.ts'
import type { RequestOptions } from '../ranges/clip-choice.ts'
import { callApi, withSession } from '../session/with-session.ts'
import { queryKeys } from './query-keys.ts'

/**
 * The viewer and their remaining downloads. The query is loaded together with the video, so that both arrive at once.
 */
export const quotaQuery = {
  queryKey: queryKeys.quota,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadQuota(signal),
}

export { ApiError, OfflineError } from '@kerf/contract/protocol/client'

/**
 * `fetch` for one tab at a time. A visitor's first link sets the viewer cookie, and two first links at once would set
 * two cookies. Browsers have no locks over plain http.
 */
const fetchInTurn: typeof fetch = (...call) =>
  navigator.locks?.request(`visitor${BASE_PATH}`, () => clockedFetch(...call)) ?? clockedFetch(...call)

export const postLink = (...[link, options]: Parameters<typeof callProcess>) =>
  withSession(() => callProcess(link, options, fetchInTurn))

export const readVideo = (id: string, signal: AbortSignal) => callApi(videoCalls.readVideo, { params: { id }, signal })

export const readTranscript = (id: string, captions: string, signal: AbortSignal) =>
  callApi(videoCalls.readTranscript, { params: { id }, query: { captions }, signal })

export const readSizes = (id: string, crop: string | undefined, signal: AbortSignal) =>
  callApi(videoCalls.readSizes, { params: { id }, query: { crop }, signal })

export const setTrim = (id: string, range: TimeRange) => callApi(videoCalls.setTrim, { params: { id }, body: range })

export const listDownloads = (videoId: string, signal: AbortSignal) =>
  callApi(downloadCalls.listDownloads, { params: { id: videoId }, signal })

export const requestDownload = (
  videoId: string,
  { quality, format }: ClipForm,
  ranges: readonly TimeRange[],
  options: RequestOptions,
) =>
  callApi(downloadCalls.requestDownload, {
    params: { id: videoId },
    body: { quality, format, ranges: [...ranges], ...options },
  })

export const readDownload = (id: string, signal: AbortSignal) =>
  callApi(downloadCalls.readDownload, { params: { id }, signal })

export const cancelDownload = (id: string) => callApi(downloadCalls.cancelDownload, { params: { id }, body: {} })

export const deleteDownload = (id: string) => callApi(downloadCalls.deleteDownload, { params: { id } })

/** Quota of the viewer; null where the answer has none, so that the page shows the general limits. */
async function loadQuota(signal: AbortSignal): Promise<Quota | null> {
  const answer: Quota | undefined = await callApi(readQuota, { signal })
  return answer?.quota && answer.limits && answer.resetsAt ? answer : null
}
