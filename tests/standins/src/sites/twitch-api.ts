import { json, type SiteAnswer, type SiteRequest } from './site-answer.ts'

const MEDIA = 'https://d1m7jfoe9zdc1j.cloudfront.net'
const CLIP_SECONDS = 4

/** Ids of recordings: one for everybody, one for subscribers. */
export const TWITCH = { recording: '6528877', forSubscribers: '6528878', clip: 'FaintLightGullWholeWheat' }

interface Operation {
  operationName?: string
  variables?: { videoID?: string; slug?: string }
  query?: string
}

/** Answers as gql.twitch.tv and usher.ttvnw.net do. */
export function twitchAnswer({ url, body }: SiteRequest): SiteAnswer | null {
  if (url.pathname === '/gql') {
    const operations = JSON.parse(body) as Operation | Operation[]
    return json(Array.isArray(operations) ? operations.map(answerTo) : tokenFor(operations))
  }
  const [, id] = /^\/vod\/(\d+)\.m3u8$/.exec(url.pathname) ?? []
  if (id === undefined) return null
  if (url.searchParams.get('sig') !== `signature-${id}`) return json([{ error_code: 'unauthorized' }], 403)
  if (id === TWITCH.forSubscribers)
    return json([{ error_code: 'vod_manifest_restricted', error: 'Manifest is restricted' }], 403)
  return { type: 'application/vnd.apple.mpegurl', body: master }
}

const master = [
  '#EXTM3U',
  '#EXT-X-TWITCH-INFO:ORIGIN="s3"',
  '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="chunked",NAME="96p25",AUTOSELECT=YES,DEFAULT=YES',
  '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.64000B,mp4a.40.2",RESOLUTION=160x96,VIDEO="chunked",FRAME-RATE=25.000',
  `${MEDIA}/ts/index.m3u8`,
  '#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="audio_only",NAME="Audio Only",AUTOSELECT=NO,DEFAULT=NO',
  '#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2",VIDEO="audio_only"',
  `${MEDIA}/ts/index.m3u8`,
  '',
].join('\n')

const isRecording = (id: string | undefined): boolean => id === TWITCH.recording || id === TWITCH.forSubscribers

function answerTo({ operationName, variables = {} }: Operation): object {
  if (operationName === 'ShareClipRenderStatus') return { data: { clip: variables.slug === TWITCH.clip ? clip : null } }
  if (!isRecording(variables.videoID)) return { data: { video: null } }
  if (operationName === 'VideoMetadata') return { data: { video: { ...recording, id: variables.videoID } } }
  if (operationName === 'VideoPlayer_ChapterSelectButtonVideo')
    return { data: { video: { id: variables.videoID, moments: { edges: [] } } } }
  return { data: { video: { id: variables.videoID, seekPreviewsURL: null } } }
}

function tokenFor({ query = '' }: Operation): object {
  const [, id = ''] = /id: "(\d+)"/.exec(query) ?? []
  const value = JSON.stringify({ vod_id: id, expires: Math.floor(Date.now() / 1000) + 1200 })
  return { data: { videoPlaybackAccessToken: { value, signature: `signature-${id}` } } }
}

const recording = {
  title: 'LCK Summer Split - Week 6 Day 1',
  description: null,
  lengthSeconds: CLIP_SECONDS,
  previewThumbnailURL: `${MEDIA}/thumb-320x180.jpg`,
  broadcastType: 'ARCHIVE',
  publishedAt: '2015-06-24T08:08:54Z',
  viewCount: 50_000,
  owner: { displayName: 'Riot Games', login: 'riotgames' },
  game: { displayName: 'League of Legends' },
}

const clip = {
  id: '396245304',
  title: 'EA Play 2016 Live from the Novo Theatre',
  durationSeconds: CLIP_SECONDS,
  viewCount: 100,
  createdAt: '2016-06-12T21:36:33Z',
  broadcaster: { displayName: 'EA', id: '25163635', isPartner: false, followers: { totalCount: 1 } },
  curator: { displayName: 'stereotype_', id: '43566419' },
  playbackAccessToken: { signature: 'signature', value: '{"expires":4102444800}' },
  thumbnailURL: `${MEDIA}/clip.jpg`,
  assets: [
    {
      aspectRatio: 1.7778,
      thumbnailURL: `${MEDIA}/clip.jpg`,
      videoQualities: [{ quality: '96', frameRate: 25, sourceURL: `${MEDIA}/video.mp4` }],
    },
    {
      aspectRatio: 0.5625,
      thumbnailURL: `${MEDIA}/portrait.jpg`,
      videoQualities: [{ quality: '96', frameRate: 25, sourceURL: `${MEDIA}/portrait.mp4` }],
    },
  ],
}
