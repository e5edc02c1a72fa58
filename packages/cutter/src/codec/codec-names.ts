import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AC3,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_EAC3,
  AV_CODEC_ID_FLAC,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_HEVC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VORBIS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  type AVCodecID,
} from 'node-av/constants'

/** The codecs that can be cut, by the names everybody uses. */
export type VideoCodecName = 'h264' | 'hevc' | 'vp8' | 'vp9' | 'av1'
export type SoundCodecName = 'aac' | 'opus' | 'mp3' | 'vorbis' | 'flac' | 'ac3' | 'eac3'

export const videoCodecIds: Record<VideoCodecName, AVCodecID> = {
  h264: AV_CODEC_ID_H264,
  hevc: AV_CODEC_ID_HEVC,
  vp8: AV_CODEC_ID_VP8,
  vp9: AV_CODEC_ID_VP9,
  av1: AV_CODEC_ID_AV1,
}

export const soundCodecIds: Record<SoundCodecName, AVCodecID> = {
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
  mp3: AV_CODEC_ID_MP3,
  vorbis: AV_CODEC_ID_VORBIS,
  flac: AV_CODEC_ID_FLAC,
  ac3: AV_CODEC_ID_AC3,
  eac3: AV_CODEC_ID_EAC3,
}

/** The library's word for a codec as ours; null for one that we cannot decode. */
export function videoCodecName(libraryName: string | null): VideoCodecName | null {
  const name = libraryName === 'avc' ? 'h264' : libraryName
  return name !== null && name in videoCodecIds ? (name as VideoCodecName) : null
}

export function soundCodecName(libraryName: string | null): SoundCodecName | null {
  return libraryName !== null && libraryName in soundCodecIds ? (libraryName as SoundCodecName) : null
}
