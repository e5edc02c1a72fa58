import { expect, it } from 'vitest'
import type { VideoSource } from '../../ports/sources.ts'
import { createPayingViewer } from '../testing/batches.ts'
import { blockIt } from '../testing/blocks.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { listPlaylist } from './list-playlist.ts'

const PLAYLIST_LINK = 'https://www.youtube.com/playlist?list=PLStandInList000000000000000000001'
const signal = new AbortController().signal
const VIDEOS = ['dQw4w9WgXcQ', 'jNQXAC9IVRw'].map((reference) => ({
  reference,
  title: `Video ${reference}`,
  channel: null,
  durationSeconds: 20,
}))

async function openLists() {
  const backend = await openTestBackend()
  const { viewer } = await createPayingViewer(backend)
  const requestedUrls: string[] = []
  const listVideos: NonNullable<VideoSource['listVideos']> = async (playlistId) => {
    requestedUrls.push(playlistId)
    return { ok: true, title: 'A list', videos: VIDEOS, unavailable: 1, isWhole: true }
  }
  const deps = { ...backend, sources: { youtube: { ...backend.source, listVideos } } }
  return {
    backend,
    viewer,
    asked: requestedUrls,
    list: (link: string, by = viewer) => listPlaylist(deps, { link, viewer: by, signal }),
  }
}

it('a playlist has the links of its videos, without blocked ones, even for a video in a list', async () => {
  const { backend, list } = await openLists()
  const videoOf = (id: string) => ({
    url: `https://www.youtube.com/watch?v=${id}`,
    title: `Video ${id}`,
    channel: null,
    duration: 20,
  })
  const answer = { title: 'A list', unavailable: 1, isWhole: true }
  for (const link of [PLAYLIST_LINK, `https://youtu.be/dQw4w9WgXcQ?list=PLStandInList000000000000000000001`])
    expect(await list(link)).toEqual({
      ok: true,
      value: { ...answer, videos: [videoOf('dQw4w9WgXcQ'), videoOf('jNQXAC9IVRw')] },
    })
  await blockIt(backend, 'video', 'https://youtu.be/dQw4w9WgXcQ')
  expect(await list(PLAYLIST_LINK)).toEqual({ ok: true, value: { ...answer, videos: [videoOf('jNQXAC9IVRw')] } })
})

it('playlists are the only lists requested from YouTube, and only for people who may have a batch', async () => {
  const { backend, list, asked } = await openLists()
  expect(await list(PLAYLIST_LINK, await backend.viewer())).toMatchObject({ code: 'pro_feature' })
  const refusals = [
    ['https://www.youtube.com/playlist?list=WL', 'youtube_playlist'],
    ['https://www.youtube.com/playlist?list=LL', 'youtube_playlist'],
    ['https://www.youtube.com/playlist?list=RDdQw4w9WgXcQ', 'youtube_playlist'],
    ['https://www.youtube.com/playlist?list=../../evil', 'youtube_playlist'],
    ['https://evil.example/playlist?list=PLStandInList000000000000000000001', 'invalid_link'],
    ['https://www.youtube.com/@someone', 'youtube_page'],
    ['hello', 'invalid_link'],
  ] as const
  for (const [link, code] of refusals) expect(await list(link), link).toMatchObject({ ok: false, code })
  expect(asked).toEqual([])
})
