import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { expect, it } from 'vitest'
import { createDiskFileStore } from '../file-store/disk-file-store.ts'
import { openFetcher, startLoopbackSite } from '../outbound/loopback-site.fixture.ts'
import { describePlaylist } from './describe-playlist.ts'
import { createLiveWindows } from './live-windows.ts'
import { createPlaylistFiles } from './playlist-files.ts'

const { signal } = new AbortController()

/** A server of a live stream whose files are these texts. */
async function openStream(texts: Record<string, string>) {
  const site = await startLoopbackSite((request, response) => {
    const text = texts[request.url!]
    if (text === undefined) response.writeHead(404).end()
    else response.end(text)
  })
  const store = createDiskFileStore({ filesPath: temporaryDirectory(), scratchPath: temporaryDirectory() })
  const windows = createLiveWindows({ files: store, clock: { now: () => new Date() } })
  const files = createPlaylistFiles(openFetcher({ allow: [site.exemption] }), {}, windows)
  const describeStream = async (path: string) =>
    describePlaylist(await files.find(site.origin + path, signal), files, {} as never, signal)
  return { describeStream, store, requested: () => site.requests.map(({ path }) => path) }
}

it('the playlists of a stream are read one by one, and refused if too long in total', async () => {
  const list = `#EXTM3U\n${'#EXTINF:1,\na.ts\n'.repeat(15_000)}`
  const names = Array.from({ length: 12 }, (_, index) => `${index}.m3u8`)
  const variants = names.map((name) => `#EXT-X-STREAM-INF:BANDWIDTH=1,RESOLUTION=160x96\n${name}\n`)
  const texts = Object.fromEntries(names.map((name) => [`/${name}`, list]))
  const stream = await openStream({ ...texts, '/master.m3u8': `#EXTM3U\n${variants.join('')}` })
  await expect(stream.describeStream('/master.m3u8')).rejects.toMatchObject({ code: 'unsupported_media' })
  // The first is read once more before, which tells that the stream is live.
  expect(stream.requested()).toEqual(['/master.m3u8', '/0.m3u8', '/0.m3u8', '/1.m3u8', '/2.m3u8'])
  expect(await stream.store.list()).toEqual([])
})

it('a stream that cannot be described leaves nothing stored', async () => {
  const stream = await openStream({ '/list.m3u8': '#EXTM3U\n#EXTINF:2,\nmissing.ts\n#EXTINF:2,\nlost.ts\n' })
  await expect(stream.describeStream('/list.m3u8')).rejects.toMatchObject({ code: 'source_failed' })
  expect(await stream.store.list()).toEqual([])
})

it('a stream is refused if the disk has no room for it', async () => {
  const stream = await openStream({ '/list.m3u8': '#EXTM3U\n#EXTINF:2,\na.ts\n' })
  stream.store.freeBytes = async () => 1024 ** 3 - 1
  await expect(stream.describeStream('/list.m3u8')).rejects.toMatchObject({ code: 'storage_full' })
  expect(await stream.store.list()).toEqual([])
})

it('a segment with an oversized byte range is refused, and not requested', async () => {
  const list = '#EXTM3U\n#EXT-X-BYTERANGE:8000000000@0\n#EXTINF:2,\nsegment.ts\n'
  const stream = await openStream({ '/list.m3u8': list })
  await expect(stream.describeStream('/list.m3u8')).rejects.toMatchObject({ code: 'unsupported_media' })
  expect(stream.requested()).not.toContain('/segment.ts')
})
