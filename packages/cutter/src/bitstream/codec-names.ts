const VIDEO_CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1'] as const
const NATIVE_CODECS = ['vp8', 'vp9', 'av1'] as const
const COMPRESSED_AUDIO = ['aac', 'opus', 'mp2', 'mp3', 'vorbis', 'flac', 'ac3', 'eac3', 'alac'] as const
/** Uncompressed samples, or samples of eight bits in A-law or mu-law. Little-endian unless the name says otherwise. */
const PCM_SAMPLE_BYTES = {
  'pcm-u8': 1,
  'pcm-s8': 1,
  'pcm-s16': 2,
  'pcm-s16be': 2,
  'pcm-s24': 3,
  'pcm-s24be': 3,
  'pcm-s32': 4,
  'pcm-s32be': 4,
  'pcm-f32': 4,
  'pcm-f32be': 4,
  'pcm-f64': 8,
  'pcm-f64be': 8,
  ulaw: 1,
  alaw: 1,
} as const

/** The codecs that can be cut, by the names everybody uses. */
export type VideoCodecName = (typeof VIDEO_CODECS)[number]
/** Those that WebM takes, and that we encode. */
export type NativeCodec = (typeof NATIVE_CODECS)[number]
export type PcmCodecName = keyof typeof PCM_SAMPLE_BYTES
export type AudioCodecName = (typeof COMPRESSED_AUDIO)[number] | PcmCodecName

/** How many bytes a sample of one channel takes where samples are not packed together; null for all other codecs. */
export function pcmSampleBytes(codec: AudioCodecName): number | null {
  return codec in PCM_SAMPLE_BYTES ? PCM_SAMPLE_BYTES[codec as PcmCodecName] : null
}

/** Signed integers (s) or floating point numbers (f) of so many bits; null where there are none. */
export function pcmCodecName(kind: 's' | 'f', bits: number, isBigEndian: boolean): PcmCodecName | null {
  const name = `pcm-${kind}${bits}${isBigEndian && bits > 8 ? 'be' : ''}`
  return name in PCM_SAMPLE_BYTES ? (name as PcmCodecName) : null
}

/** The library's word for a codec as ours; null for one that we cannot decode. */
export function videoCodecName(libraryName: string | null): VideoCodecName | null {
  const name = libraryName === 'avc' ? 'h264' : libraryName
  return VIDEO_CODECS.find((codec) => codec === name) ?? null
}

export function audioCodecName(libraryName: string | null): AudioCodecName | null {
  if (libraryName !== null && libraryName in PCM_SAMPLE_BYTES) return libraryName as PcmCodecName
  return COMPRESSED_AUDIO.find((codec) => codec === libraryName) ?? null
}

export function isNativeCodec(codec: string): codec is NativeCodec {
  return NATIVE_CODECS.some((native) => native === codec)
}
