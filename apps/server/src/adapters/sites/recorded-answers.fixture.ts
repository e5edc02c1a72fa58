import type { SiteId } from '@kerf/domain/links/sites/sites'

/**
 * The answer of yt-dlp for one public video of each site: the facts that Kerf reads, without media. `media` is the
 * address at which a test serves media in their place.
 */
export interface RecordedAnswer {
  link: string
  /** URL passed to yt-dlp. */
  asked: string
  answer: (media: string) => object
  /** Facts that the video has. */
  facts: { title: string; channel: string | null; channelIds: string[]; carries: string[]; captions?: string[] }
}

const BROWSER = { 'User-Agent': 'Mozilla/5.0', Accept: '*/*', 'Accept-Language': 'en-us,en;q=0.5', Cookie: 'secret=1' }
const file = (id: string, url: string, extraFields: object = {}) => ({
  format_id: id,
  url,
  ext: 'mp4',
  protocol: 'https',
  http_headers: BROWSER,
  ...extraFields,
})
const variant = (id: string, url: string, manifest_url: string, extraFields: object = {}) => ({
  format_id: id,
  url,
  manifest_url,
  ext: 'mp4',
  protocol: 'm3u8_native',
  http_headers: BROWSER,
  ...extraFields,
})
const AVC = { vcodec: 'avc1.64001f', acodec: 'mp4a.40.2' }

export const RECORDED: Readonly<Record<SiteId, RecordedAnswer>> = {
  twitch: {
    link: 'https://www.twitch.tv/videos/6528877?t=5m10s',
    asked: 'https://www.twitch.tv/videos/6528877',
    answer: (media) => ({
      id: 'v6528877',
      extractor: 'twitch:vod',
      extractor_key: 'TwitchVod',
      title: 'LCK Summer Split - Week 6 Day 1',
      duration: 4,
      uploader: 'Riot Games',
      uploader_id: 'riotgames',
      upload_date: '20150624',
      view_count: 50_000,
      is_live: false,
      live_status: 'was_live',
      thumbnails: [{ url: 'https://static-cdn.jtvnw.net/thumb-0x0.jpg' }],
      chapters: [{ start_time: 0, end_time: 4, title: 'League of Legends' }],
      formats: [
        {
          format_id: 'sb0',
          ext: 'mhtml',
          protocol: 'mhtml',
          url: `${media}/sheet.jpg`,
          vcodec: 'none',
          acodec: 'none',
        },
        variant('Audio_Only', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { vcodec: 'none', acodec: 'mp4a' }),
        variant('720p60', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { ...AVC, height: 96, fps: 25 }),
      ],
    }),
    facts: {
      title: 'LCK Summer Split - Week 6 Day 1',
      channel: 'Riot Games',
      channelIds: ['twitch:riotgames'],
      carries: ['both'],
    },
  },
  vimeo: {
    link: 'https://vimeo.com/76979871/8272103f6e#t=1m2s',
    asked: 'https://player.vimeo.com/video/76979871?h=8272103f6e',
    answer: (media) => ({
      id: '76979871',
      extractor_key: 'Vimeo',
      title: 'The New Vimeo Player',
      duration: 4,
      uploader: 'Vimeo',
      uploader_id: 'staff',
      uploader_url: 'https://vimeo.com/staff',
      subtitles: { de: [{ ext: 'vtt', url: `${media}/captions.vtt` }] },
      thumbnails: [{ url: 'https://i.vimeocdn.com/video/452001751_640.jpg', width: 640 }],
      formats: [
        variant('hls-fastly-audio-high', `${media}/audio/index.m3u8`, `${media}/separate.m3u8`, {
          vcodec: 'none',
          acodec: 'mp4a.40.2',
        }),
        variant('hls-fastly-720', `${media}/frames/index.m3u8`, `${media}/separate.m3u8`, {
          vcodec: 'avc1.64001f',
          acodec: 'none',
          height: 96,
          width: 160,
        }),
        {
          format_id: 'dash-fastly-720',
          ext: 'mp4',
          protocol: 'http_dash_segments',
          url: `${media}/manifest.mpd`,
          vcodec: 'avc1.64001f',
          acodec: 'none',
          height: 1080,
        },
      ],
    }),
    facts: {
      title: 'The New Vimeo Player',
      channel: 'Vimeo',
      channelIds: ['vimeo:staff'],
      carries: ['video', 'audio'],
      captions: ['de'],
    },
  },
  dailymotion: {
    link: 'https://dai.ly/x5kesuj?start=2',
    asked: 'https://www.dailymotion.com/video/x5kesuj',
    answer: (media) => ({
      id: 'x5kesuj',
      extractor_key: 'Dailymotion',
      title: 'Office Christmas Party Review',
      duration: 4,
      uploader: 'Deadline',
      uploader_id: 'x1xm8ri',
      age_limit: 0,
      is_live: false,
      upload_date: '20161211',
      thumbnails: [{ url: 'https://s1.dmcdn.net/v/K456B1aXqIx58LKWQ/x1080' }],
      formats: [variant('hls-720', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { ...AVC, height: 96 })],
    }),
    facts: { title: 'Office Christmas Party Review', channel: 'Deadline', channelIds: [], carries: ['both'] },
  },
  soundcloud: {
    link: 'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
    asked: 'https://soundcloud.com/ethmusic/lostin-powers-she-so-heavy',
    answer: (media) => ({
      id: '62986583',
      extractor_key: 'Soundcloud',
      title: 'Lostin Powers - She so Heavy',
      duration: 4,
      uploader: 'E.T. ExTerrestrial Music',
      uploader_url: 'https://soundcloud.com/ethmusic',
      thumbnails: [{ url: 'https://i1.sndcdn.com/artworks-000031955188-rwb18x-t500x500.jpg', width: 500 }],
      formats: [
        file('http_mp3_1_0_preview', `${media}/preview.mp3`, { ext: 'mp3', protocol: 'http', vcodec: 'none' }),
        variant('hls_aac_160k', `${media}/audio/index.m3u8`, '', { vcodec: 'none', acodec: 'mp4a.40.2', tbr: 160 }),
      ],
    }),
    facts: {
      title: 'Lostin Powers - She so Heavy',
      channel: 'E.T. ExTerrestrial Music',
      channelIds: ['soundcloud:ethmusic'],
      carries: ['audio'],
    },
  },
  archive: {
    link: 'https://archive.org/details/XD300-23_68Highlights?start=1&end=3',
    asked: 'https://archive.org/details/XD300-23_68Highlights',
    answer: (media) => ({
      id: 'XD300-23_68Highlights',
      extractor_key: 'ArchiveOrg',
      title: '1968 Demo - FJCC Conference Presentation Reel #1',
      duration: 4,
      uploader: 'someone@archive.org',
      formats: [
        file('0', `${media}/reel.mpg`, { ext: 'mpg', height: 480, width: 640 }),
        file('1', `${media}/video.mp4`, { height: 96, width: 160 }),
        file('2', `${media}/missing.ogv`, { ext: 'ogv', height: 300 }),
      ],
    }),
    facts: {
      title: '1968 Demo - FJCC Conference Presentation Reel #1',
      channel: 'someone@archive.org',
      channelIds: [],
      carries: ['both'],
    },
  },
  bluesky: {
    link: 'https://bsky.app/profile/blu3blue.bsky.social/post/3l4omssdl632g',
    asked: 'https://bsky.app/profile/blu3blue.bsky.social/post/3l4omssdl632g',
    answer: (media) => ({
      id: '3l4omssdl632g',
      extractor_key: 'Bluesky',
      title: 'OMG WE HAVE VIDEOS NOW',
      uploader: 'Blu3Blu3Lilith',
      uploader_id: 'blu3blue.bsky.social',
      uploader_url: 'https://bsky.app/profile/blu3blue.bsky.social',
      channel_url: 'https://bsky.app/profile/did:plc:pzdr5ylumf7vmvwasrpr5bf2',
      thumbnail: 'https://video.bsky.app/watch/thumbnail.jpg',
      formats: [
        variant('hls-360', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { ...AVC, height: 96 }),
        file('blob', `${media}/whole.mp4`, { height: 1080, width: 1920 }),
      ],
    }),
    facts: {
      title: 'OMG WE HAVE VIDEOS NOW',
      channel: 'Blu3Blu3Lilith',
      channelIds: ['bluesky:did:plc:pzdr5ylumf7vmvwasrpr5bf2', 'bluesky:blu3blue.bsky.social'],
      carries: ['both'],
    },
  },
  reddit: {
    link: 'https://www.reddit.com/r/videos/comments/6rrwyj/that_small_heart_attack/',
    asked: 'https://www.reddit.com/comments/6rrwyj',
    answer: (media) => ({
      id: 'zv89llsvexdz',
      display_id: '6rrwyj',
      extractor_key: 'Reddit',
      title: 'That small heart attack.',
      duration: 4,
      uploader: 'Antw87',
      channel_id: 'videos',
      age_limit: 0,
      formats: [
        file('fallback', `${media}/fallback.mp4`, { vcodec: 'h264', acodec: 'none', height: 96, width: 160 }),
        file('dash-video', `${media}/frames.mp4`, { vcodec: 'avc1.64000b', acodec: 'none', height: 96, width: 160 }),
        file('dash-audio', `${media}/audio.mp4`, { ext: 'm4a', vcodec: 'none', acodec: 'mp4a.40.2' }),
      ],
    }),
    facts: {
      title: 'That small heart attack.',
      channel: 'Antw87',
      channelIds: ['reddit:r/videos', 'reddit:user/antw87'],
      carries: ['video', 'audio'],
    },
  },
  streamable: {
    link: 'https://streamable.com/dnd1?t=1',
    asked: 'https://streamable.com/dnd1',
    answer: (media) => ({
      id: 'dnd1',
      extractor_key: 'Streamable',
      title: 'Mikel Oiarzabal scores to make it 0-3',
      duration: 4,
      uploader: 'teabaker',
      thumbnail: 'https://cdn-cf-east.streamable.com/image/dnd1.jpg',
      formats: [
        file('mp4-mobile', `${media}/small.mp4?expires=4102444800`, {}),
        file('mp4', `${media}/video.mp4?expires=4102444800`, { height: 96 }),
      ],
    }),
    facts: {
      title: 'Mikel Oiarzabal scores to make it 0-3',
      channel: 'teabaker',
      channelIds: [],
      carries: ['both', 'both'],
    },
  },
  ted: {
    link: 'https://www.ted.com/talks/candace_parker_how_to_break_down_barriers',
    asked: 'https://www.ted.com/talks/candace_parker_how_to_break_down_barriers',
    answer: (media) => ({
      id: '86532',
      extractor_key: 'TedTalk',
      title: 'How to break down barriers and not accept limits',
      duration: 4,
      uploader: 'Candace Parker',
      upload_date: '20220114',
      thumbnail: 'https://pi.tedcdn.com/r/talkstar-photos.s3.amazonaws.com/1.jpg',
      formats: [
        variant('hls-720', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { ...AVC, height: 96 }),
        file('h264-320k', `${media}/video.mp4`, { tbr: 320 }),
        file('audio', `${media}/audio.mp3`, { ext: 'mp3', vcodec: 'none' }),
      ],
    }),
    facts: {
      title: 'How to break down barriers and not accept limits',
      channel: 'Candace Parker',
      channelIds: [],
      carries: ['both'],
    },
  },
  x: {
    link: 'https://x.com/someone/status/1577855540407197696/video/2',
    asked: 'https://twitter.com/i/status/1577855540407197696/video/2',
    answer: (media) => ({
      id: '1577855447914409984',
      display_id: '1577855540407197696',
      extractor_key: 'Twitter',
      title: 'oshtru - gm #2',
      duration: 4,
      uploader: 'oshtru',
      uploader_id: 'oshtru',
      uploader_url: 'https://twitter.com/oshtru',
      age_limit: 0,
      thumbnails: [{ url: 'https://pbs.twimg.com/media/1.jpg?name=small', width: 680 }],
      formats: [
        variant('hls-1', `${media}/ts/index.m3u8`, `${media}/ts/master.m3u8`, { ...AVC, height: 96 }),
        file('http-256', `${media}/small.mp4`, { height: 96, width: 160, tbr: 256 }),
        file('http-832', `${media}/video.mp4`, { height: 96, width: 160, tbr: 832 }),
      ],
    }),
    facts: { title: 'oshtru - gm #2', channel: 'oshtru', channelIds: ['x:oshtru'], carries: ['both', 'both'] },
  },
}
