import { type Refusal, refusals } from './refusals.ts'

/** Ids of the stand-in's videos, by what is special about them. Journeys use these ids. */
export const videoIds = {
  /** An ordinary video with everything YouTube offers. */
  ordinary: 'StandInVid1',
  /** The title is markup, shell, path and format text at once, with characters that turn the reading direction. */
  hostileTitle: 'WeirdTitle1',
  onlyAvc: 'NoWebm00001',
  /** The media URLs have expired when they are issued. */
  mediaExpired: 'Expired0001',
  liveNow: 'LiveNow0001',
  premiere: 'Premiere001',
  liveSoon: 'LiveSoon001',
  private: 'Private0001',
  removed: 'Removed0001',
  accountTerminated: 'Terminated1',
  copyright: 'Copyright01',
  ageLimit: 'AgeLimit001',
  regionBlocked: 'GeoBlocked1',
  membersOnly: 'Members0001',
  musicPremium: 'PremiumOnly',
  paid: 'PaidRental1',
  botCheck: 'BotCheck001',
  rateLimit: 'RateLimit01',
  /** Formats are listed, but none has a URL. */
  withoutUrls: 'SabrOnly001',
  pages429: 'Http429vid1',
  /** Requests for pages of this video are never answered. */
  hangs: 'HangForever',
  /** A video that YouTube does not know. */
  unknown: 'Unknown0001',
  /** A video for adults that plays all the same. */
  forAdults: 'AdultsOnly1',
  hdrAndSdr: 'HdrAndSdr01',
  onlyHdr: 'HdrAlone001',
  /** A video with speech, with captions by people and by a program, and with chapters. */
  captioned: 'Captioned01',
  /** A video with speech in two languages. */
  dubbed: 'DubbedVid01',
  /** A video with three hours of captions. Its media is as short as that of all others. */
  threeHours: 'ThreeHours1',
  /** Captions are listed, and answered without content. */
  captionsWithheld: 'CaptsKept01',
} as const

type VideoName = keyof typeof videoIds

/** Selection of the library's renditions that a video offers. */
export type Offer = 'everything' | 'only-avc' | 'spoken' | 'dubbed' | 'nothing'

/** Captions of a video, which say the words of its speech. */
export interface StandinCaptions {
  language: 'en' | 'ar'
  name: string
  isAutomatic: boolean
  /** Whether requests for these captions are answered without content. */
  isWithheld?: boolean
}

export interface StandinVideo {
  id: string
  title: string
  channel: string
  channelId: string
  /** The handle, with its at sign. */
  channelHandle: string
  description: string
  views: number
  /** RFC 3339 */
  uploadedAt: string
  offer: Offer
  /** Whether formats have URLs; false: they are described without them. */
  givesUrls: boolean
  dynamicRange: 'sdr' | 'hdr' | 'both'
  forAdults: boolean
  liveNow: boolean
  refusal: Refusal | null
  /** ISO country codes; null: everywhere. */
  onlyInCountries: readonly string[] | null
  pageStatus: number | null
  pagesHang: boolean
  captions: readonly StandinCaptions[]
  /** Stated length in seconds; null: it is that of the media. */
  statedSeconds: number | null
  /** Validity of new media URLs, in seconds. YouTube gives about six hours. */
  urlSeconds: number
}

const HOSTILE_TITLE =
  '--exec=touch kerf-pwned; $(id) `id` | & <script>alert("x")</script> \'q\' "dq" %(title)s %s {0} \\n ' +
  '../../etc/passwd C:\\con?*: 日本語 العربية \u202Egnp.exe\u202C 🏳️‍🌈 e\u0301 \u200B&amp; null'

/** Captions with the same words. Arabic is the only one that is written from right to left. */
const CAPTIONS: readonly StandinCaptions[] = [
  { language: 'en', name: 'English', isAutomatic: false },
  { language: 'ar', name: 'Arabic', isAutomatic: false },
  { language: 'en', name: 'English (auto-generated)', isAutomatic: true },
]

const SHORT_CHAPTERS = 'With chapters:\n0:00 Beginning\n0:10 Middle & more\n0:20 End\n'
const LONG_CHAPTERS = ['0:00 First hour', '1:00:00 Second hour', '2:00:00 الساعة الثالثة', ''].join('\n')

const SEVERAL_COUNTRIES = ['DE', 'FR'] as const

type VideoTraits = Partial<Omit<StandinVideo, 'id'>>

const traitsByName: Record<VideoName, VideoTraits> = {
  ordinary: { title: 'Stand-in test video' },
  hostileTitle: {
    title: HOSTILE_TITLE,
    channel: 'Chän <i>nel</i> & "Co" $(x)',
    description: `${HOSTILE_TITLE}\n${HOSTILE_TITLE}`,
  },
  onlyAvc: { title: 'Only AVC', offer: 'only-avc' },
  mediaExpired: { title: 'Media urls have expired', urlSeconds: -10 },
  liveNow: { title: 'Live now', liveNow: true, offer: 'nothing', views: 4321 },
  premiere: { refusal: refusals.premiere },
  liveSoon: { refusal: refusals.liveSoon },
  private: { refusal: refusals.private },
  removed: { refusal: refusals.removed },
  accountTerminated: { refusal: refusals.accountTerminated },
  copyright: { refusal: refusals.copyright },
  ageLimit: { refusal: refusals.ageLimit, forAdults: true },
  regionBlocked: { refusal: refusals.regionBlocked, onlyInCountries: SEVERAL_COUNTRIES },
  membersOnly: { refusal: refusals.membersOnly },
  musicPremium: { refusal: refusals.musicPremium },
  paid: { refusal: refusals.paid },
  botCheck: { refusal: refusals.botCheck },
  rateLimit: { refusal: refusals.rateLimit },
  withoutUrls: { title: 'Formats without urls', givesUrls: false },
  pages429: { pageStatus: 429 },
  hangs: { pagesHang: true },
  unknown: { refusal: refusals.unknown },
  forAdults: { title: 'For adults', forAdults: true },
  hdrAndSdr: { title: 'HDR and SDR', dynamicRange: 'both' },
  onlyHdr: { title: 'HDR alone', dynamicRange: 'hdr' },
  captioned: { title: 'With captions', offer: 'spoken', captions: CAPTIONS, description: SHORT_CHAPTERS },
  dubbed: { title: 'Dubbed', offer: 'dubbed', captions: CAPTIONS, description: SHORT_CHAPTERS },
  threeHours: {
    title: 'Three hours',
    offer: 'spoken',
    captions: CAPTIONS,
    description: LONG_CHAPTERS,
    statedSeconds: 3 * 3600,
  },
  captionsWithheld: {
    title: 'Captions kept back',
    offer: 'spoken',
    captions: CAPTIONS.map((captions) => ({ ...captions, isWithheld: true })),
  },
}

const videosById = new Map<string, StandinVideo>(
  Object.entries(videoIds).map(([name, id]) => [id, standinVideo(id, traitsByName[name as VideoName])]),
)

/** The video with this id. Unknown ids get a video that is refused as YouTube refuses them. */
export function findVideo(id: string): StandinVideo {
  return videosById.get(id) ?? standinVideo(id, traitsByName.unknown)
}

function standinVideo(id: string, videoTraits: VideoTraits): StandinVideo {
  return {
    id,
    title: `Stand-in ${id}`,
    channel: 'Stand-in Channel',
    channelId: 'UCstandinstandinstandin0',
    channelHandle: '@standin',
    description: 'A test video.\n',
    views: 1_234_567,
    uploadedAt: '2026-03-14T09:26:53-07:00',
    offer: 'everything',
    givesUrls: true,
    dynamicRange: 'sdr',
    forAdults: false,
    liveNow: false,
    refusal: null,
    onlyInCountries: null,
    pageStatus: null,
    pagesHang: false,
    captions: [],
    statedSeconds: null,
    urlSeconds: 21_540,
    ...videoTraits,
  }
}
