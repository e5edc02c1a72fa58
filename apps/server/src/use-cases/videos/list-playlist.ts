import type { Playlist } from '@kerf/contract/playlist'
import { isPaying } from '@kerf/domain/access/viewer'
import { whyNoVideo } from '@kerf/domain/links/recognize-link'
import { youtubePlaylistId } from '@kerf/domain/links/youtube-link'
import { blockKeysOf } from '@kerf/domain/moderation/blocking'
import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, effectiveSources, sellsPlans } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Lists the videos of a YouTube playlist for a batch, without blocked ones. No video is opened. */
export async function listPlaylist(
  deps: Deps<'database' | 'sources' | 'presets'>,
  { link, viewer, signal }: { link: string; viewer: ViewerRecord | null; signal: AbortSignal },
): Promise<Outcome<Playlist>> {
  const { records } = deps.database
  const settings = await effectiveSettings(records, deps.presets)
  if (sellsPlans(settings) && !(viewer && isPaying(viewer.kind))) return refused('pro_feature')
  const playlistId = youtubePlaylistId(link)
  if (playlistId === null) return refused(whyNoVideo(link))
  const { youtube } = await effectiveSources(deps)
  if (!youtube?.listVideos) return refused('source_off')
  const list = await youtube.listVideos(playlistId, signal)
  if (!list.ok) return list
  const keysOf = (reference: string) => blockKeysOf({ source: 'youtube', reference })
  const blocks = await records.blocklist.matching(list.videos.flatMap(({ reference }) => keysOf(reference)))
  const blockedKeys = new Set(blocks.map(({ key }) => key))
  return done({
    title: list.title,
    videos: list.videos
      .filter(({ reference }) => !keysOf(reference).some(({ key }) => blockedKeys.has(key)))
      .map(({ reference, title, channel, durationSeconds }) => ({
        url: `https://www.youtube.com/watch?v=${reference}`,
        title,
        channel,
        duration: durationSeconds,
      })),
    unavailable: list.unavailable,
    isWhole: list.isWhole,
  })
}
