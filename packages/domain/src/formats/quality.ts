export const QUALITY_IDS = ['2160p', '1080p', '720p', '480p', '360p', 'audio'] as const
export type QualityId = (typeof QUALITY_IDS)[number]

export interface Quality {
  label: string
  format: 'mp4' | 'mp3'
  codec: 'H.264' | 'MP3'
  /** Pixels of the shorter side, so that upright videos have the same names; null for audio. */
  height: number | null
  /** Part of a file name that stands for the label. */
  fileNamePart: string
  /** Bits per second to assume if the source names none, measured with a ten-minute video. */
  typicalBitrate: number
}

export const AUDIO_BITRATE = 320_000

const VIDEO = { format: 'mp4', codec: 'H.264' } as const

export const QUALITIES: Readonly<Record<QualityId, Quality>> = {
  '2160p': { ...VIDEO, label: '4K 2160p', height: 2160, fileNamePart: '4k_2160p', typicalBitrate: 11_300_000 },
  '1080p': { ...VIDEO, label: '1080p (HD)', height: 1080, fileNamePart: '1080p_hd', typicalBitrate: 2_800_000 },
  '720p': { ...VIDEO, label: '720p', height: 720, fileNamePart: '720p', typicalBitrate: 1_600_000 },
  '480p': { ...VIDEO, label: '480p', height: 480, fileNamePart: '480p', typicalBitrate: 870_000 },
  '360p': { ...VIDEO, label: '360p', height: 360, fileNamePart: '360p', typicalBitrate: 470_000 },
  audio: {
    format: 'mp3',
    codec: 'MP3',
    label: 'Audio (MP3, 320 kbps)',
    height: null,
    fileNamePart: 'audio_only',
    typicalBitrate: AUDIO_BITRATE,
  },
}

/** Reads `1080p`, `1080p (HD)`, `4K 2160p`, `4K`, `Audio Only`, `Audio (MP3, 320 kbps)`, `mp3`; null for others. */
export function parseQuality(text: string): QualityId | null {
  const words = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (/^(audio|audio only|mp3|audio mp3 320 kbps|audio mp3)$/.test(words)) return 'audio'
  const height = /^(?:4k )?(2160|1080|720|480|360)p?(?: (?:hd|full hd|4k|uhd))?$/.exec(words)?.[1]
  if (height) return `${height}p` as QualityId
  return words === '4k' || words === '4k uhd' ? '2160p' : null
}
