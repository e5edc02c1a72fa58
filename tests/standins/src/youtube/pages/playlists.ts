import { videoIds } from '../videos.ts'

/** Ids of playlists at the stand-in. */
export const playlistIds = {
  /** Three videos, one of them twice, beside a private and a deleted one. */
  ordinary: 'PLStandInList000000000000000000001',
  /** Four hundred videos. */
  long: 'PLLongList00000000000000000000001',
  /** Its continuation leads to itself. */
  endless: 'PLEndless000000000000000000000001',
  /** Entries in YouTube's newer format. */
  newForm: 'PLNewForm000000000000000000000001',
  private: 'PLPrivate000000000000000000000001',
} as const

const ENTRIES_PER_PAGE = 100
const LONG_LIST_ENTRY_COUNT = 400

const numberedId = (number: number): string => `Listed${String(number).padStart(5, '0')}`

function entryOf(videoId: string, title: string, lengthSeconds: number | null, isPlayable = true): object {
  const length = lengthSeconds === null ? {} : { lengthSeconds: String(lengthSeconds) }
  const shortBylineText = isPlayable ? { shortBylineText: { runs: [{ text: 'A channel' }] } } : {}
  return {
    playlistVideoRenderer: { videoId, title: { runs: [{ text: title }] }, isPlayable, ...length, ...shortBylineText },
  }
}

const nextPage = (token: string): object => ({
  continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token, request: 'CONTINUATION' } } },
})

function entriesOf(list: string, from: number): object[] {
  if (list === playlistIds.ordinary)
    return [
      entryOf(videoIds.ordinary, 'Stand-in test video', 20),
      entryOf('PrivateOne1', '[Private video]', null, false),
      entryOf(videoIds.captioned, 'With captions', 20),
      entryOf('DeletedOne1', '[Deleted video]', null, false),
      entryOf(videoIds.ordinary, 'Stand-in test video', 20),
      entryOf(videoIds.liveNow, 'Live now', null),
    ]
  if (list === playlistIds.newForm)
    return [
      {
        lockupViewModel: {
          contentId: videoIds.ordinary,
          contentType: 'LOCKUP_CONTENT_TYPE_VIDEO',
          metadata: { lockupMetadataViewModel: { title: { content: 'Stand-in test video' } } },
          contentImage: {
            thumbnailViewModel: { overlays: [{ badges: [{ thumbnailBadgeViewModel: { text: '0:20' } }] }] },
          },
        },
      },
      { lockupViewModel: { contentId: 'PLOther', contentType: 'LOCKUP_CONTENT_TYPE_PLAYLIST' } },
    ]
  const numbers = Array.from({ length: ENTRIES_PER_PAGE }, (_, nth) => from + nth)
  const entries = numbers.map((number) => entryOf(numberedId(number), `Video ${number}`, 60))
  if (list === playlistIds.endless) return [...entries, nextPage(`${list} 0`)]
  return from + ENTRIES_PER_PAGE < LONG_LIST_ENTRY_COUNT
    ? [...entries, nextPage(`${list} ${from + ENTRIES_PER_PAGE}`)]
    : entries
}

/** Answer of `/browse` about a playlist, or about its next page; null for other requests. */
export function playlistAnswer(request: { browseId?: string; continuation?: string }): object | null {
  if (request.continuation) {
    const [list = '', from] = request.continuation.split(' ')
    const continuationItems = entriesOf(list, Number(from))
    return { onResponseReceivedActions: [{ appendContinuationItemsAction: { continuationItems } }] }
  }
  const list = request.browseId?.replace(/^VL/, '') ?? ''
  if (!Object.values<string>(playlistIds).includes(list)) return null
  if (list === playlistIds.private) {
    const text = { runs: [{ text: 'The playlist does not exist.' }] }
    return { alerts: [{ alertRenderer: { type: 'ERROR', text } }] }
  }
  const playlistVideoListRenderer = { contents: entriesOf(list, 0) }
  const section = { itemSectionRenderer: { contents: [{ playlistVideoListRenderer }] } }
  const tab = { tabRenderer: { content: { sectionListRenderer: { contents: [section] } } } }
  // YouTube recommends other videos beside the list.
  const recommended = { richItemRenderer: entryOf('Recommended', 'Something else', 60) }
  return {
    contents: { twoColumnBrowseResultsRenderer: { tabs: [tab], secondaryContents: [recommended] } },
    metadata: { playlistMetadataRenderer: { title: 'A list of the stand-in' } },
  }
}
