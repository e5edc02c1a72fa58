const VIDEO_CODECS = ['h264', 'hevc', 'vp8', 'vp9', 'av1'] as const
const NATIVE_CODECS = ['vp8', 'vp9', 'av1'] as const
const COMPRESSED_AUDIO = ['aac', 'opus', 'mp2', 'mp3', 'vorbis', 'flac', 'ac3', 'eac3', 'alac'] as const
/** Bytes of one PCM sample, by codec. A-law and mu-law have eight bits. A name without "be" is little-endian. */
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

/** Video codecs that Kerf can cut, by their common names. */
export type VideoCodecName = (typeof VIDEO_CODECS)[number]
/** Codecs that WebM allows and that Kerf encodes. */
export type NativeCodec = (typeof NATIVE_CODECS)[number]
export type PcmCodecName = keyof typeof PCM_SAMPLE_BYTES
export type AudioCodecName = (typeof COMPRESSED_AUDIO)[number] | PcmCodecName

/** Bytes of one sample of one channel; null for a codec that is not PCM. */
export function pcmSampleBytes(codec: AudioCodecName): number | null {
  return codec in PCM_SAMPLE_BYTES ? PCM_SAMPLE_BYTES[codec as PcmCodecName] : null
}

/** The PCM codec of signed integers (s) or floating point numbers (f) of `bits` bits; null if there is none. */
export function pcmCodecName(kind: 's' | 'f', bits: number, isBigEndian: boolean): PcmCodecName | null {
  const name = `pcm-${kind}${bits}${isBigEndian && bits > 8 ? 'be' : ''}`
  return name in PCM_SAMPLE_BYTES ? (name as PcmCodecName) : null
}

/** Converts mediabunny's name of a codec; null for a codec that Kerf cannot decode. */
export function videoCodecName(libraryName: string | null): VideoCodecName | null {
  const name = libraryName === 'avc' ? 'h264' : libraryName
  return VIDEO_CODECS.find((codec) => codec === name) ?? null
}

export function audioCodecName(libraryName: string | null): AudioCodecName | null {
  if (libraryName !== null && libraryName in PCM_SAMPLE_BYTES) return libraryName as PcmCodecName
  return COMPRESSED_AUDIO.find((codec) => codec === libraryName) ?? null
}

export function isNativeCodec(codec: string): codec is NativeCodec {
  return NATIVE_CODECS.some((nativeCodec) => nativeCodec === codec)
}
