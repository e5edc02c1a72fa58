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
  const files = createPlaylistFiles(openFetcher({ allow: [site.exemption] }), {}, createLiveWindows(store))
  const describeStream = async (path: string) =>
    describePlaylist(await files.find(site.origin + path, signal), files, {} as never, signal)
  return { describeStream, store, requested: () => site.requests.map(({ path }) => path) }
}

it('a segment whose byte range is larger than any segment is refused, and not requested', async () => {
  const list = '#EXTM3U\n#EXT-X-BYTERANGE:8000000000@0\n#EXTINF:2,\nsegment.ts\n'
  const stream = await openStream({ '/list.m3u8': list })
  await expect(stream.describeStream('/list.m3u8')).rejects.toMatchObject({ code: 'unsupported_media' })
  expect(stream.requested()).not.toContain('/segment.ts')
})
