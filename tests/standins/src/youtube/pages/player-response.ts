import { captionsOfPlayer } from '../captions/captions-list.ts'
import type { ClientBehaviour, Requester } from '../client-behaviour.ts'
import type { MediaLibrary } from '../media/media-library.ts'
import { listThumbnails } from '../media/thumbnails.ts'
import { type Refusal, refusals } from '../refusals.ts'
import type { StandinVideo } from '../videos.ts'
import { playabilityStatus } from './playability.ts'
import { storyboardSpec } from './storyboard-spec.ts'
import { streamingData } from './streaming-data.ts'

export interface PlayerCallTerms {
  requester: Requester
  visitorData: string
  behaviour: ClientBehaviour
}

const ALL_COUNTRIES = ['DE', 'FR', 'GB', 'US']

/** Clients of phones get only the details of a video that a player shows. */
const CLIENTS_OF_PHONES_PATTERN = /^(ANDROID|IOS)/

/** The answer to YouTube's player call. The watch page contains the same answer, for the client WEB. */
export function playerResponse(
  video: StandinVideo,
  { requester, visitorData, behaviour }: PlayerCallTerms,
  library: MediaLibrary,
): object {
  const refusal = playbackRefusalOf(video, behaviour)
  const isPlayable = refusal === null
  const hasDetails = !refusal?.hidesDetails
  const hasAllDetails = hasDetails && !CLIENTS_OF_PHONES_PATTERN.test(requester.client)
  return {
    responseContext: { visitorData, serviceTrackingParams: [] },
    playabilityStatus: playabilityStatus(video.id, refusal),
    ...(isPlayable ? { streamingData: streamingData(video, requester, behaviour, library) } : {}),
    ...(hasDetails ? { videoDetails: videoDetails(video, library.seconds) } : {}),
    ...(hasAllDetails ? { microformat: microformat(video, library.seconds) } : {}),
    ...(isPlayable ? captionsOfPlayer(video, requester, behaviour) : {}),
    ...(isPlayable && !video.liveNow
      ? { storyboards: { playerStoryboardSpecRenderer: { spec: storyboardSpec(video.id, library) } } }
      : {}),
  }
}

/** The reason why a video does not play for a client; null: it plays. Reasons of the client come first. */
export function playbackRefusalOf(video: StandinVideo, behaviour: ClientBehaviour): Refusal | null {
  if (behaviour.botCheck) return refusals.botCheck
  return behaviour.reloadPage ? refusals.reloadPage : video.refusal
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
      isFamilySafe: !video.forAdults,
      availableCountries: video.onlyInCountries ?? ALL_COUNTRIES,
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
  return String(hasNoLengthYet ? 0 : Math.round(video.statedSeconds ?? librarySeconds))
}
