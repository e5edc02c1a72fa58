import { audio, rendition } from '@kerf/domain/formats/testing/renditions'
import { expect, it } from 'vitest'
import { describeFit, describePart, describeReceipt } from './describe-cut.ts'
import { formatVideoFacts, videoFactsOf } from './video-facts.ts'

const video = {
  title: 'A talk',
  channel: 'A channel',
  durationSeconds: 100,
  hasVideo: true,
  hasAudio: true,
  range: {},
  qualities: ['1080p', '720p', '480p', '360p', 'audio'] as const,
  renditions: [
    audio('140', { container: 'm4a', frameRate: null, bitrate: 128_000, sizeBytes: 1_600_000 }),
    rendition('135', { width: 854, height: 480, frameRate: 30, bitrate: 500_000, sizeBytes: 6_250_000 }),
    rendition('248', { width: 1920, height: 1080, videoCodec: 'vp9', container: 'webm', frameRate: 29.97003 }),
  ],
  captions: [{ id: 'de-auto', language: 'de', label: 'German (automatic)', isAutomatic: true }],
  audioTracks: [{ id: 'en', language: 'en', label: 'English (original)', isOriginal: true }],
  chapters: [
    { title: 'Intro', startTime: 0, endTime: 12.5 },
    { title: 'The saw', startTime: 12.5, endTime: 100 },
  ],
  readTranscript: () => Promise.reject(new Error('not asked')),
  plan: () => Promise.reject(new Error('not asked')),
  cut: () => Promise.reject(new Error('not asked')),
}

it('a video is described with its media, largest first, and the ids that options take', () => {
  expect(formatVideoFacts(videoFactsOf(video))).toBe(`A talk, 1:40, by A channel
qualities for -q: 1080p, 720p, 480p, 360p, audio
media:
  1920x1080  29.97 fps  vp9          webm  1000 kb/s
  854x480    30 fps     avc1.640028  mp4   500 kb/s   6.3 MB
  audio                 mp4a.40.2    m4a   128 kb/s   1.6 MB
captions:
  de-auto  German (automatic)
audio tracks:
  en  English (original)
chapters:
  1  0:00 - 0:12.5  Intro
  2  0:12.5 - 1:40  The saw`)
  const emptyVideo = {
    ...video,
    channel: null,
    qualities: [],
    renditions: [],
    captions: [],
    audioTracks: [],
    chapters: [],
  }
  expect(formatVideoFacts(videoFactsOf(emptyVideo))).toBe(
    'A talk, 1:40\nqualities for -q: none\ncaptions: none\naudio tracks: none to choose from\nchapters: none',
  )
})

it('a chosen range is shown with its times and name', () => {
  expect(describePart({ name: 'The saw', startTime: 12.5, endTime: 60 })).toBe('0:12.500 - 1:00.000  The saw')
})

it('the options that adapt a clip are described, or null if there are none', () => {
  const fit = { maxBytes: 10e6, crop: '9:16', loudness: -14, fade: { video: 0.5, audio: 1 } } as const
  expect(describeFit(fit)).toBe(
    'to fit  at most 10.0 MB, in smaller frames if these come out badly, cropped to 9:16, loudness -14 LUFS, frames fade for 0.5 s, audio fades for 1 s',
  )
  expect(describeFit({ bitrate: '192k' })).toBe('to fit  bitrate 192k')
  expect(describeFit({ animation: { width: 320, frameRate: 10 } })).toBe('to fit  320 pixels at 10 fps')
  expect(describeFit({})).toBeNull()
})

const receipt = {
  frames: 30,
  firstFrameSeconds: 0,
  lastFrameSeconds: 1,
  framesCopied: 0,
  framesReencoded: 30,
  soundOffsetMilliseconds: 0,
  durationSeconds: 1,
  bytesFetched: 2000,
  clipBytes: 1000,
  wallMilliseconds: 100,
  way: 'transcoded' as const,
}

it('the receipt names the audio track and the subtitles', () => {
  const subtitles = { label: 'English', as: 'burned' as const, cues: 2 }
  expect(describeReceipt('out.mp4', { ...receipt, audioTrack: 'German', subtitles })).toBe(
    'out.mp4: 1 s, 30 frames (30 re-encoded), 1 kB, audio German, 2 subtitles of English burned in; 2 kB read in 0.1 s',
  )
})

it('the receipt does not report subtitles as missing if they are in separate files', () => {
  const withoutSubtitles = { ...receipt, leftOut: ['subtitles' as const] }
  expect(describeReceipt('out.mp4', withoutSubtitles)).toMatch(/; not included: subtitles$/)
  expect(describeReceipt('out.mp4', withoutSubtitles, true)).not.toContain('not included')
})

it('the receipt names the times of media faults', () => {
  const notes = [
    { kind: 'audio_changes' as const, seconds: 2.496 },
    { kind: 'ends_earlier' as const, seconds: 64.2 },
  ]
  expect(describeReceipt('out.mp4', { ...receipt, notes })).toMatch(
    /; the audio changes its channels or rate at 0:02\.496; the recording breaks off at 1:04\.200$/,
  )
})

it('the receipt contains the changed frame size and loudness', () => {
  const fittedReceipt = { ...receipt, size: { width: 608, height: 1080 }, loudness: { before: -22.96, after: -14 } }
  expect(describeReceipt('out.mp4', fittedReceipt)).toBe(
    'out.mp4: 1 s, 30 frames (30 re-encoded), 608x1080, 1 kB, loudness -23.0 to -14.0 LUFS; 2 kB read in 0.1 s',
  )
})

it('the receipt of an audio clip says whether it was copied', () => {
  const copiedAudio = { ...receipt, frames: 0, way: 'm4a' as const, isAudioCopied: true as const }
  expect(describeReceipt('out.m4a', copiedAudio)).toBe(
    'out.m4a: 1 s, copied but for its edges, 1 kB; 2 kB read in 0.1 s',
  )
})
