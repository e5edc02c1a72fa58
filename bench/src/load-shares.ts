import type { LoadedServer, Measurement, OwnDownload } from './load-server.ts'

const VIEWER_COUNT = 1000
/** Bytes of a player's first request after it has read the start of the file. */
const FIRST_READ_BYTES = 1000

/**
 * 1,000 people with different addresses open the public page of one clip at once: page, poster, and the file in two
 * ranges, as a player asks for it.
 */
export async function measureSharedClip(
  { kerf }: LoadedServer,
  { path, headers }: OwnDownload,
): Promise<Measurement[]> {
  const call = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: '{}' }
  const { url } = (await (await fetch(`${kerf.url}${path}/share`, call)).json()) as { url: string }
  const wholeFile = Buffer.from(await (await fetch(`${url}/file`)).arrayBuffer())
  let wrongFiles = 0
  const times: number[] = []
  const watchClip = async (viewer: number): Promise<void> => {
    const forwardedHeaders = { 'x-forwarded-for': `10.${viewer >> 8}.${viewer & 255}.1` }
    const read = async (part: string, range?: string) => {
      const response = await fetch(url + part, { headers: { ...forwardedHeaders, ...(range && { range }) } })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const begin = performance.now()
    const page = await read('')
    times.push(performance.now() - begin)
    const [poster, start, rest] = [
      await read('/poster.jpg'),
      await read('/file', `bytes=0-${FIRST_READ_BYTES - 1}`),
      await read('/file', `bytes=${FIRST_READ_BYTES}-`),
    ]
    const isRight = page.status === 200 && poster.status === 200 && start.status === 206 && rest.status === 206
    if (!isRight || !Buffer.concat([start.bytes, rest.bytes]).equals(wholeFile)) wrongFiles += 1
  }
  const begin = performance.now()
  const outcomes = await Promise.allSettled(Array.from({ length: VIEWER_COUNT }, (_, viewer) => watchClip(viewer)))
  const seconds = (performance.now() - begin) / 1000
  const failures = outcomes.filter(({ status }) => status === 'rejected').length
  const openedCount = (await (await fetch(`${kerf.url}${path}/share`, { headers })).json()).share.opened as number
  const label = `${VIEWER_COUNT} viewers of a shared clip at once`
  return [
    [`${label}: MB each`, wholeFile.length / 1e6],
    [`${label}: seconds for all of them`, seconds],
    [`${label}: milliseconds to the page, median`, times.sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN],
    [`${label}: errors and wrong files`, wrongFiles + failures, '0', wrongFiles + failures === 0],
    [`${label}: times opened`, openedCount, String(VIEWER_COUNT), openedCount === VIEWER_COUNT],
  ]
}
