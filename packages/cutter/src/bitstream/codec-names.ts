/** The codecs that can be cut, by the names everybody uses. */
export type VideoCodecName = 'h264' | 'hevc' | 'vp8' | 'vp9' | 'av1'
const NATIVE_CODECS = ['vp8', 'vp9', 'av1'] as const
/** Those that WebM takes, and that we encode. */
export type NativeCodec = (typeof NATIVE_CODECS)[number]
export type AudioCodecName = 'aac' | 'opus' | 'mp3' | 'vorbis' | 'flac' | 'ac3' | 'eac3' | 'alac' | PcmCodecName

/** Uncompressed samples, or samples of eight bits in A-law or mu-law. Little-endian unless the name says otherwise. */
export type PcmCodecName =
  | 'pcm-u8'
  | 'pcm-s8'
  | 'pcm-s16'
  | 'pcm-s16be'
  | 'pcm-s24'
  | 'pcm-s24be'
  | 'pcm-s32'
  | 'pcm-s32be'
  | 'pcm-f32'
  | 'pcm-f32be'
  | 'pcm-f64'
  | 'pcm-f64be'
  | 'ulaw'
  | 'alaw'

const VIDEO_CODECS: readonly string[] = ['h264', 'hevc', 'vp8', 'vp9', 'av1'] satisfies VideoCodecName[]
const COMPRESSED_AUDIO: readonly string[] = [
  'aac',
  'opus',
  'mp3',
  'vorbis',
  'flac',
  'ac3',
  'eac3',
  'alac',
] satisfies Exclude<AudioCodecName, PcmCodecName>[]
const PCM_SAMPLE_BYTES: Record<PcmCodecName, number> = {
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
}

/** How many bytes a sample of one channel takes where samples are not packed together; null for all other codecs. */
export function pcmSampleBytes(codec: AudioCodecName): number | null {
  return codec in PCM_SAMPLE_BYTES ? PCM_SAMPLE_BYTES[codec as PcmCodecName] : null
}

/** The library's word for a codec as ours; null for one that we cannot decode. */
export function videoCodecName(libraryName: string | null): VideoCodecName | null {
  const name = libraryName === 'avc' ? 'h264' : libraryName
  return name !== null && VIDEO_CODECS.includes(name) ? (name as VideoCodecName) : null
}

export function audioCodecName(libraryName: string | null): AudioCodecName | null {
  const isKnown = libraryName !== null && (COMPRESSED_AUDIO.includes(libraryName) || libraryName in PCM_SAMPLE_BYTES)
  return isKnown ? (libraryName as AudioCodecName) : null
}

export function isNativeCodec(codec: string): codec is NativeCodec {
  return (NATIVE_CODECS as readonly string[]).includes(codec)
}
