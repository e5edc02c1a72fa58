import { expect, it } from 'vitest'
import type { LocatedRendition, ResolvedVideo } from '../../ports/sources.ts'
import type { GuardedFetcher } from '../outbound/guarded-fetch.ts'
import { createDeadUrls } from './dead-urls.ts'

const signal = new AbortController().signal
const rendition = { container: 'mp4', address: 'https://a.googlevideo.com/b', sizeBytes: 1_000_000 }
const video = { renditions: [rendition as LocatedRendition] } as ResolvedVideo

it('a video is checked again if its file could not be checked', async () => {
  const answers = [new Error('The connection broke.'), { status: 403, discard: () => undefined }]
  const answerRequest = async () => {
    const answer = answers.shift()
    if (!answer || answer instanceof Error) throw answer
    return answer
  }
  const deadUrls = createDeadUrls({ get: answerRequest } as unknown as GuardedFetcher)
  const probe = () => deadUrls.isDeadBeyondStart('StandInVid1', 'innertube', video, signal)
  expect([await probe(), await probe()]).toEqual([false, true])
  expect(deadUrls.deadSteps('StandInVid1')).toEqual(['innertube'])
})
