import type { Rendition } from '../rendition-choice.ts'

export const rendition = (id: string, change: Partial<Rendition> = {}): Rendition => ({
  id,
  carries: 'video',
  container: 'mp4',
  videoCodec: 'avc1.640028',
  audioCodec: null,
  width: null,
  height: null,
  frameRate: 30,
  bitrate: 1_000_000,
  sizeBytes: null,
  audioPreference: 0,
  ...change,
})

export const audio = (id: string, change: Partial<Rendition> = {}): Rendition =>
  rendition(id, { carries: 'audio', videoCodec: null, audioCodec: 'mp4a.40.2', bitrate: 128_000, ...change })
