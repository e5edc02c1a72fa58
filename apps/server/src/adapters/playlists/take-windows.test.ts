import type { MasterPlaylist } from '@kerf/cutter/demux/hls/parse-master'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { createLiveWindows } from './live-windows.ts'
import { createPlaylistFiles } from './playlist-files.ts'
import { takeWindows } from './take-windows.ts'

const { signal } = new AbortController()
const segmentsFrom = (sequence: number): string =>
  `#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:${sequence}\n#EXTINF:2,\n0.ts\n#EXTINF:2,\n1.ts\n`

const variantLine = (name: string, bandwidth: number, audioGroup: string): string =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=160x96,CODECS="avc1.64000b",AUDIO="${audioGroup}"\n${name}.m3u8\n`
const audioLine = (group: string): string =>
  `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="a",URI="${group}.m3u8"\n`
const MASTER = `#EXTM3U\n${audioLine('low')}${audioLine('high')}${variantLine('small', 1, 'low')}${variantLine('large', 2, 'high')}`

/** Takes the windows of a stream with two variants, each with separate audio, of which only these playlists answer. */
async function takeFrom(playlists: Record<string, string>) {
  const site = await startLoopbackSite((request, response) => {
    const name = request.url!.slice(1).replace('.m3u8', '')
    const text = name === 'master' ? MASTER : playlists[name]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const store = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
  const windows = createLiveWindows({ files: store, clock: { now: () => new Date() } })
  const files = createPlaylistFiles(openFetcher({ allow: [site.exemption] }), {}, windows)
  const stream = await files.find(`${site.origin}/master.m3u8`, signal)
  const addresses = ['small', 'large', 'low', 'high'].map((name) => `${site.origin}/${name}.m3u8`)
  const { playlist } = await takeWindows(stream, addresses, 'an-id', { files, windows, signal, skippedSegments: 0 })
  const namesOf = (list: readonly { address: string | null }[]) =>
    list.map(({ address }) => new URL(address!).pathname.slice(1).replace('.m3u8', ''))
  const { variants, audio } = playlist as MasterPlaylist
  return { variants: namesOf(variants), audio: namesOf(audio), playlist }
}

it('a variant whose audio cannot be read is left out, so that no clip is silent', async () => {
  const [smallSegments, largeSegments, lowSegments] = [segmentsFrom(7), segmentsFrom(7), segmentsFrom(7)]
  expect(await takeFrom({ small: smallSegments, large: largeSegments, low: lowSegments })).toMatchObject({
    variants: ['small'],
    audio: ['low'],
  })
})

it('a stream is refused with the failure of its audio if no audio can be read', async () => {
  const failure = { code: 'source_failed', message: expect.stringContaining('404') }
  await expect(takeFrom({ small: segmentsFrom(7), large: segmentsFrom(7) })).rejects.toMatchObject(failure)
})

it('a stream without any readable variant is refused with the first failure', async () => {
  await expect(takeFrom({ low: segmentsFrom(7) })).rejects.toMatchObject({ code: 'source_failed' })
})

it('a stream is offered only in its smallest size if its variants number segments differently', async () => {
  const [smallSegments, lowSegments] = [segmentsFrom(7), segmentsFrom(7)]
  const separateWindows = await takeFrom({
    small: smallSegments,
    low: lowSegments,
    large: segmentsFrom(500),
    high: segmentsFrom(500),
  })
  expect(separateWindows).toMatchObject({ variants: ['small'], audio: ['low'] })
})

it('a stream is refused if its audio is numbered differently from its video', async () => {
  const brokenTake = takeFrom({ small: segmentsFrom(7), low: segmentsFrom(500) })
  await expect(brokenTake).rejects.toMatchObject({ code: 'broken_media' })
})
