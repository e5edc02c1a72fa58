import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_ALAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_PCM_ALAW,
  AV_CODEC_ID_PCM_F32BE,
  AV_CODEC_ID_PCM_F32LE,
  AV_CODEC_ID_PCM_F64BE,
  AV_CODEC_ID_PCM_F64LE,
  AV_CODEC_ID_PCM_MULAW,
  AV_CODEC_ID_PCM_S8,
  AV_CODEC_ID_PCM_S16BE,
  AV_CODEC_ID_PCM_S16LE,
  AV_CODEC_ID_PCM_S24BE,
  AV_CODEC_ID_PCM_S24LE,
  AV_CODEC_ID_PCM_S32BE,
  AV_CODEC_ID_PCM_S32LE,
  AV_CODEC_ID_PCM_U8,
  AV_CODEC_ID_VORBIS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  type AVCodecID,
} from 'node-av/constants'

/** The codecs that can be cut, by the names everybody uses. */
export type VideoCodecName = 'h264' | 'hevc' | 'vp8' | 'vp9' | 'av1'
export type AudioCodecName = 'aac' | 'opus' | 'mp3' | 'vorbis' | 'flac' | 'ac3' | 'eac3' | 'alac' | PcmCodecName

/** Samples as they are, or each by itself in eight bits of A-law or mu-law. Little-endian but for those that say so. */
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

export const videoCodecIds: Record<VideoCodecName, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  vp8: AV_CODEC_ID_VP8,
  vp9: AV_CODEC_ID_VP9,
  av1: AV_CODEC_ID_AV1,
}

export const audioCodecIds: Record<AudioCodecName, AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
  mp3: AV_CODEC_ID_MP3,
  vorbis: AV_CODEC_ID_VORBIS,
  flac: AV_CODEC_ID_FLAC,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
  alac: AV_CODEC_ID_ALAC,
  'pcm-u8': AV_CODEC_ID_PCM_U8,
  'pcm-s8': AV_CODEC_ID_PCM_S8,
  'pcm-s16': AV_CODEC_ID_PCM_S16LE,
  'pcm-s16be': AV_CODEC_ID_PCM_S16BE,
  'pcm-s24': AV_CODEC_ID_PCM_S24LE,
  'pcm-s24be': AV_CODEC_ID_PCM_S24BE,
  'pcm-s32': AV_CODEC_ID_PCM_S32LE,
  'pcm-s32be': AV_CODEC_ID_PCM_S32BE,
  'pcm-f32': AV_CODEC_ID_PCM_F32LE,
  'pcm-f32be': AV_CODEC_ID_PCM_F32BE,
  'pcm-f64': AV_CODEC_ID_PCM_F64LE,
  'pcm-f64be': AV_CODEC_ID_PCM_F64BE,
  ulaw: AV_CODEC_ID_PCM_MULAW,
  alaw: AV_CODEC_ID_PCM_ALAW,
}

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

/** How many bytes a sample of one channel takes where every sample stands by itself; null for all other codecs. */
export function pcmSampleBytes(codec: AudioCodecName): number | null {
  return codec in PCM_SAMPLE_BYTES ? PCM_SAMPLE_BYTES[codec as PcmCodecName] : null
}

/** The library's word for a codec as ours; null for one that we cannot decode. */
export function videoCodecName(libraryName: string | null): VideoCodecName | null {
  const name = libraryName === 'avc' ? 'h264' : libraryName
  return name !== null && name in videoCodecIds ? (name as VideoCodecName) : null
}

export function audioCodecName(libraryName: string | null): AudioCodecName | null {
  return libraryName !== null && libraryName in audioCodecIds ? (libraryName as AudioCodecName) : null
}
