import type { MediaLibrary } from '../media/media-library.ts'
import { listThumbnails } from '../media/thumbnails.ts'
import { refusals } from '../refusals.ts'
import type { StandinVideo } from '../videos.ts'
import { VISITOR_DATA } from './client-config.ts'
import { storyboardSpec } from './storyboard-spec.ts'
import { streamingData } from './streaming-data.ts'

const EVERYWHERE = ['DE', 'FR', 'GB', 'US']

/** The answer to YouTube's player call; the watch page carries the same for the client WEB. */
export function playerResponse(video: StandinVideo, clientName: string, library: MediaLibrary): object {
  const plays = video.refusal === null
  const showsDetails = !video.refusal?.hidesDetails
  return {
    responseContext: { visitorData: VISITOR_DATA, serviceTrackingParams: [] },
    playabilityStatus: playabilityStatus(video),
    ...(plays ? { streamingData: streamingData(video, clientName, library) } : {}),
    ...(showsDetails ? { videoDetails: videoDetails(video, library.seconds) } : {}),
    ...(showsDetails && clientName === 'WEB' ? { microformat: microformat(video, library.seconds) } : {}),
    ...(plays && !video.liveNow
      ? { storyboards: { playerStoryboardSpecRenderer: { spec: storyboardSpec(video.id, library) } } }
      : {}),
  }
}

function videoDetails(video: StandinVideo, librarySeconds: number): object {
  return {
    videoId: video.id,
    title: video.title,
    lengthSeconds: lengthSeconds(video, librarySeconds),
    keywords: ['stand-in', 'test'],
    channelId: video.channelId,
    isOwnerViewing: false,
    shortDescription: video.description,
    isCrawlable: true,
    thumbnail: { thumbnails: listThumbnails(video.id) },
    allowRatings: true,
    viewCount: String(video.views),
    author: video.channel,
    isPrivate: false,
    isUnpluggedCorpus: false,
    isLiveContent: video.liveNow || video.refusal === refusals.liveSoon,
    ...(video.liveNow ? { isLive: true, isLiveDvrEnabled: true } : {}),
    ...(isUpcoming(video) ? { isUpcoming: true } : {}),
  }
}

function microformat(video: StandinVideo, librarySeconds: number): object {
  return {
    playerMicroformatRenderer: {
      thumbnail: { thumbnails: listThumbnails(video.id).slice(-1) },
      title: { simpleText: video.title },
      description: { simpleText: video.description },
      lengthSeconds: lengthSeconds(video, librarySeconds),
      ownerProfileUrl: `http://www.youtube.com/${video.channelHandle}`,
      externalChannelId: video.channelId,
      ownerChannelName: video.channel,
      isFamilySafe: video.refusal !== refusals.ageLimit,
      availableCountries: video.onlyInCountries ?? EVERYWHERE,
      isUnlisted: false,
      hasYpcMetadata: false,
      viewCount: String(video.views),
      category: 'Science & Technology',
      publishDate: video.uploadedAt,
      uploadDate: video.uploadedAt,
      ...(video.liveNow ? { liveBroadcastDetails: { isLiveNow: true, startTimestamp: video.uploadedAt } } : {}),
    },
  }
}

function isUpcoming(video: StandinVideo): boolean {
  return video.refusal?.status === 'LIVE_STREAM_OFFLINE'
}

function lengthSeconds(video: StandinVideo, librarySeconds: number): string {
  const hasNoLengthYet = video.liveNow || video.refusal === refusals.liveSoon
  return String(hasNoLengthYet ? 0 : Math.round(librarySeconds))
}

const THREE_HOURS_SECONDS = 3 * 60 * 60

/** What YouTube calls playabilityStatus: whether the video plays, and the sentences shown when it does not. */
function playabilityStatus(video: StandinVideo): object {
  const { refusal } = video
  if (refusal === null) return { status: 'OK', playableInEmbed: true, contextParams: 'Q0FFU0FnZ0I=' }
  return {
    status: refusal.status,
    reason: refusal.reason,
    playableInEmbed: true,
    errorScreen: {
      playerErrorMessageRenderer: {
        reason: { simpleText: refusal.reason },
        ...(refusal.subreason === null ? {} : { subreason: { simpleText: refusal.subreason } }),
        icon: { iconType: 'ERROR_OUTLINE' },
      },
    },
    ...(refusal.status === 'LIVE_STREAM_OFFLINE' ? { liveStreamability: offlineSlate(video) } : {}),
  }
}

function offlineSlate(video: StandinVideo): object {
  return {
    liveStreamabilityRenderer: {
      videoId: video.id,
      offlineSlate: {
        liveStreamOfflineSlateRenderer: {
          scheduledStartTime: String(Math.floor(Date.now() / 1000) + THREE_HOURS_SECONDS),
          mainText: { runs: [{ text: video.refusal?.reason }] },
        },
      },
    },
  }
}
