import { refusals } from '../refusals.ts'
import type { StandinVideo } from '../videos.ts'
import { VISITOR_DATA } from './client-config.ts'

/** What the watch page calls ytInitialData: the texts around the player. */
export function watchNextData(video: StandinVideo): object {
  const contents = video.refusal?.hidesDetails ? [] : [primaryInfo(video), secondaryInfo(video)]
  return {
    responseContext: { visitorData: VISITOR_DATA },
    currentVideoEndpoint: { watchEndpoint: { videoId: video.id } },
    contents: {
      twoColumnWatchNextResults: {
        results: { results: { contents } },
        secondaryResults: { secondaryResults: { results: [] } },
      },
    },
  }
}

function primaryInfo(video: StandinVideo): object {
  const views = video.views.toLocaleString('en')
  const badge = badgeOf(video)
  return {
    videoPrimaryInfoRenderer: {
      title: { runs: [{ text: video.title }] },
      viewCount: {
        videoViewCountRenderer: video.liveNow
          ? { viewCount: { simpleText: `${views} watching now` }, isLive: true }
          : { viewCount: { simpleText: `${views} views` } },
      },
      dateText: { simpleText: 'Mar 14, 2026' },
      relativeDateText: { simpleText: '8 months ago' },
      ...(badge ? { badges: [{ metadataBadgeRenderer: badge }] } : {}),
    },
  }
}

function badgeOf(video: StandinVideo): object | null {
  if (video.refusal === refusals.membersOnly) return { style: 'BADGE_STYLE_TYPE_MEMBERS_ONLY', label: 'Members only' }
  return null
}

function secondaryInfo(video: StandinVideo): object {
  return {
    videoSecondaryInfoRenderer: {
      owner: {
        videoOwnerRenderer: {
          title: {
            runs: [
              {
                text: video.channel,
                navigationEndpoint: {
                  browseEndpoint: { browseId: video.channelId, canonicalBaseUrl: `/${video.channelHandle}` },
                },
              },
            ],
          },
          subscriberCountText: { simpleText: '1.5M subscribers' },
          thumbnail: { thumbnails: [] },
        },
      },
      description: { runs: [{ text: video.description }] },
    },
  }
}
