import * as ids from 'node-av/constants'
import type { AudioCodecName, VideoCodecName } from '../../../bitstream/codec-names.ts'

export const videoCodecIds: Record<VideoCodecName, ids.AVCodecID> = {
  h264: ids.AV_CODEC_ID_H264,
  hevc: ids.AV_CODEC_ID_HEVC,
  vp8: ids.AV_CODEC_ID_VP8,
  vp9: ids.AV_CODEC_ID_VP9,
  av1: ids.AV_CODEC_ID_AV1,
}

export const audioCodecIds: Record<AudioCodecName, ids.AVCodecID> = {
  aac: ids.AV_CODEC_ID_AAC,
  opus: ids.AV_CODEC_ID_OPUS,
  mp2: ids.AV_CODEC_ID_MP2,
  mp3: ids.AV_CODEC_ID_MP3,
  vorbis: ids.AV_CODEC_ID_VORBIS,
  flac: ids.AV_CODEC_ID_FLAC,
  ac3: ids.AV_CODEC_ID_AC3,
  eac3: ids.AV_CODEC_ID_EAC3,
  alac: ids.AV_CODEC_ID_ALAC,
  'pcm-u8': ids.AV_CODEC_ID_PCM_U8,
  'pcm-s8': ids.AV_CODEC_ID_PCM_S8,
  'pcm-s16': ids.AV_CODEC_ID_PCM_S16LE,
  'pcm-s16be': ids.AV_CODEC_ID_PCM_S16BE,
  'pcm-s24': ids.AV_CODEC_ID_PCM_S24LE,
  'pcm-s24be': ids.AV_CODEC_ID_PCM_S24BE,
  'pcm-s32': ids.AV_CODEC_ID_PCM_S32LE,
  'pcm-s32be': ids.AV_CODEC_ID_PCM_S32BE,
  'pcm-f32': ids.AV_CODEC_ID_PCM_F32LE,
  'pcm-f32be': ids.AV_CODEC_ID_PCM_F32BE,
  'pcm-f64': ids.AV_CODEC_ID_PCM_F64LE,
  'pcm-f64be': ids.AV_CODEC_ID_PCM_F64BE,
  ulaw: ids.AV_CODEC_ID_PCM_MULAW,
  alaw: ids.AV_CODEC_ID_PCM_ALAW,
}
