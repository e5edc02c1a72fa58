import { type Refusal, refusals } from './refusals.ts'

/** The stand-in's videos by what happens with them. Journeys name these. */
export const videoIds = {
  /** An ordinary video with everything YouTube offers. */
  ordinary: 'StandInVid1',
  /** Its title is markup, shell, path and format text at once, with characters that turn the reading direction. */
  hostileTitle: 'WeirdTitle1',
  onlyAvc: 'NoWebm00001',
  /** Its media urls have expired when they are handed out. */
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
  /** Formats are listed, none has a url. */
  withoutUrls: 'SabrOnly001',
  pages429: 'Http429vid1',
  /** Its pages are never answered. */
  hangs: 'HangForever',
  /** YouTube does not know it. */
  unknown: 'Unknown0001',
  /** For adults, and played all the same. */
  forAdults: 'AdultsOnly1',
  hdrBesideSdr: 'HdrAndSdr01',
  onlyHdr: 'HdrAlone001',
  /** Somebody speaks, with captions by people and by a program, and chapters. */
  captioned: 'Captioned01',
  /** The same in two languages. */
  dubbed: 'DubbedVid01',
  /** Captions of three hours; its media are as short as all others. */
  threeHours: 'ThreeHours1',
  /** Captions are listed, and answered without content. */
  captionsKept: 'CaptsKept01',
} as const

type VideoName = keyof typeof videoIds

/** Which of the made renditions a video offers. */
export type Offer = 'everything' | 'only-avc' | 'spoken' | 'dubbed' | 'nothing'

/** Captions of a video, which say the words of its speech. */
export interface StandinCaptions {
  language: 'en' | 'ar'
  name: string
  isAutomatic: boolean
  /** They are answered without content. */
  isKept?: boolean
}

export interface StandinVideo {
  id: string
  title: string
  channel: string
  channelId: string
  /** With its at sign. */
  channelHandle: string
  description: string
  views: number
  /** RFC 3339 */
  uploadedAt: string
  offer: Offer
  /** False: formats are described without saying where they are. */
  urlsGiven: boolean
  dynamicRange: 'sdr' | 'hdr' | 'both'
  forAdults: boolean
  liveNow: boolean
  refusal: Refusal | null
  /** ISO country codes; null: everywhere. */
  onlyInCountries: readonly string[] | null
  pageStatus: number | null
  pagesHang: boolean
  captions: readonly StandinCaptions[]
  /** Its length as it is said, where that is not the length of its media. */
  saidSeconds: number | null
  /** How long its media urls are valid after they are issued. YouTube gives about six hours. */
  urlSeconds: number
}

const HOSTILE_TITLE =
  '--exec=touch kerf-pwned; $(id) `id` | & <script>alert("x")</script> \'q\' "dq" %(title)s %s {0} \\n ' +
  '../../etc/passwd C:\\con?*: 日本語 العربية \u202Egnp.exe\u202C 🏳️‍🌈 e\u0301 \u200B&amp; null'

/** Words are the same in all of them; only one direction of writing is. */
const CAPTIONS: readonly StandinCaptions[] = [
  { language: 'en', name: 'English', isAutomatic: false },
  { language: 'ar', name: 'Arabic', isAutomatic: false },
  { language: 'en', name: 'English (auto-generated)', isAutomatic: true },
]

const SHORT_CHAPTERS = 'With chapters:\n0:00 Beginning\n0:10 Middle & more\n0:20 End\n'
const LONG_CHAPTERS = ['0:00 First hour', '1:00:00 Second hour', '2:00:00 الساعة الثالثة', ''].join('\n')

const SEVERAL_COUNTRIES = ['DE', 'FR'] as const

type VideoTraits = Partial<Omit<StandinVideo, 'id'>>

const traits: Record<VideoName, VideoTraits> = {
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
  withoutUrls: { title: 'Formats without urls', urlsGiven: false },
  pages429: { pageStatus: 429 },
  hangs: { pagesHang: true },
  unknown: { refusal: refusals.unknown },
  forAdults: { title: 'For adults', forAdults: true },
  hdrBesideSdr: { title: 'HDR and SDR', dynamicRange: 'both' },
  onlyHdr: { title: 'HDR alone', dynamicRange: 'hdr' },
  captioned: { title: 'With captions', offer: 'spoken', captions: CAPTIONS, description: SHORT_CHAPTERS },
  dubbed: { title: 'Dubbed', offer: 'dubbed', captions: CAPTIONS, description: SHORT_CHAPTERS },
  threeHours: {
    title: 'Three hours',
    offer: 'spoken',
    captions: CAPTIONS,
    description: LONG_CHAPTERS,
    saidSeconds: 3 * 3600,
  },
  captionsKept: {
    title: 'Captions kept back',
    offer: 'spoken',
    captions: CAPTIONS.map((captions) => ({ ...captions, isKept: true })),
  },
}

const videosById = new Map<string, StandinVideo>(
  Object.entries(videoIds).map(([name, id]) => [id, describeVideo(id, traits[name as VideoName])]),
)

/** Every id gets an answer: those the stand-in does not know are refused as YouTube refuses them. */
export function findVideo(id: string): StandinVideo {
  return videosById.get(id) ?? describeVideo(id, traits.unknown)
}

function describeVideo(id: string, own: VideoTraits): StandinVideo {
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
    urlsGiven: true,
    dynamicRange: 'sdr',
    forAdults: false,
    liveNow: false,
    refusal: null,
    onlyInCountries: null,
    pageStatus: null,
    pagesHang: false,
    captions: [],
    saidSeconds: null,
    urlSeconds: 21_540,
    ...own,
  }
}
