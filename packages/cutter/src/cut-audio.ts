import type { ClipSink } from './api/clip-sink.ts'
import { type AudioSpec, isAudioOnly } from './api/clip-spec.ts'
import { CutterError } from './api/cutter-error.ts'
import type { WholeAudio } from './audio/audio-frames.ts'
import { type AudioWork, audioBlocks, audioTrack } from './audio/audio-track.ts'
import { opusTrack } from './audio/opus-track.ts'
import { writeFlac } from './mux/audio/write-flac.ts'
import { writeMp3 } from './mux/audio/write-mp3.ts'
import { writeOgg } from './mux/audio/write-ogg.ts'
import { writeWav } from './mux/audio/write-wav.ts'
import { audioHeaderBound } from './mux/mp4/header-bound.ts'
import { writeMp4 } from './mux/mp4/write-mp4.ts'
import type { ClipAudio, CutTask } from './plan/cut-task.ts'
import { type EncodeAudioTask, sampleCountOf } from './plan/plan-audio.ts'
import { sampleBits } from './plan/sample-bits.ts'
import { plainTags } from './supply/plain-tags.ts'

/**
 * Cuts an audio-only clip. AAC and Opus sources are copied except at the edges if the clip has the same codec; all
 * other audio is encoded once.
 * @throws CutterError nothing_in_range when the source has no audio in the range
 */
export async function cutAudio({ audio, request }: CutTask, sink: ClipSink, work: AudioWork) {
  if (!audio || !isAudioOnly(request)) throw new Error('Audio alone is planned with audio.')
  const { samples, sizeBytes } = await writeAudio(audio, request, sink, work)
  if (samples === 0) throw new CutterError('nothing_in_range', 'There is no audio in the range.')
  return { durationSeconds: samples / audio.parts[0]!.sampleRate, clipBytes: sizeBytes }
}

function writeAudio(audio: ClipAudio, request: AudioSpec, sink: ClipSink, work: AudioWork) {
  const { tags } = request
  switch (request.kind) {
    case 'm4a':
      return writeM4a(audio, request, sink, work)
    case 'opus':
      return writeOgg(sink, opusTrack(audio, work), { tags, signal: work.signal })
    case 'mp3':
      return writeMp3(work.codecs, sink, wholeAudio(audio, work), { tags, bitrate: request.bitrate })
    case 'flac':
      return writeFlac(work.codecs, sink, wholeAudio(audio, work), { tags, bits: sampleBits(audio.parts) })
    case 'wav':
      return writeWav(sink, wholeAudio(audio, work), { tags, bits: sampleBits(audio.parts) })
  }
}

async function writeM4a(audio: ClipAudio, { tags }: AudioSpec, sink: ClipSink, work: AudioWork) {
  const track = { ...audioTrack(audio, work), language: tags?.language }
  const headerBytes = audioHeaderBound(audio, plainTags(tags).artwork?.bytes.length ?? 0)
  const options = { signal: work.signal, maxBytes: Infinity, headerBytes, tags }
  const { sizeBytes, audio: writtenAudio } = await writeMp4(sink, [track], options)
  return { sizeBytes, samples: writtenAudio?.endTick ?? 0 }
}

function wholeAudio({ parts }: ClipAudio, work: AudioWork): WholeAudio {
  const { sampleRate, channels } = parts[0]!
  const samples = sampleCountOf(parts)
  return {
    samples,
    sampleRate,
    channels,
    signal: work.signal,
    blocks: audioBlocks(parts as EncodeAudioTask[], work),
    onSample: (sample) => work.progress.addAudio(sample / samples),
  }
}
