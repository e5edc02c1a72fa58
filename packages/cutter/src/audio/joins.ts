import { type AudioStream, decodeAudio } from '../codec/decode-audio.ts'
import type { LoadedPacket } from '../io/packet-ref.ts'
import { framesOf, type Samples } from './audio-frames.ts'

/** Packets whose windows do not fit together give noise as loud as the audio; encoding alone stays below this. */
const SEAMLESS_PSNR = 30

/** A sequence of packets in which copied and new ones meet. */
export interface JoinCandidate {
  /** Where the join is: packets from here on are of the other kind. */
  index: number
  packets(): Promise<LoadedPacket[]>
  /** When the one packet's audio begins to which both kinds contribute, in samples. */
  startSample: number
}

/**
 * The first candidate whose join is inaudible, or the best one. Found by decoding each of them, because windows overlap and
 * differ between channels.
 *
 * @param source what the audio should be: packets of the source around all candidates
 */
export async function bestJoin(
  stream: AudioStream,
  source: readonly LoadedPacket[],
  candidates: readonly JoinCandidate[],
  frameSamples: number,
): Promise<number> {
  const from = Math.min(...candidates.map(({ startSample }) => startSample))
  const to = Math.max(...candidates.map(({ startSample }) => startSample)) + frameSamples
  const wanted = await decodedFrames(stream, source, from, to, frameSamples)
  let best = { index: candidates[0]!.index, psnr: -Infinity }
  for (const { index, packets, startSample } of candidates) {
    const [got] = await decodedFrames(stream, await packets(), startSample, startSample + frameSamples, frameSamples)
    const psnr = fidelity(wanted[(startSample - from) / frameSamples], got)
    if (psnr > best.psnr) best = { index, psnr }
    if (psnr >= SEAMLESS_PSNR) break
  }
  return best.index
}

async function decodedFrames(
  stream: AudioStream,
  packets: readonly LoadedPacket[],
  from: number,
  to: number,
  frameSamples: number,
): Promise<Samples[]> {
  const frames: Samples[] = []
  const blocks = decodeAudio(stream, stream, packets, undefined)
  for await (const frame of framesOf(blocks, stream.channels, from, to, frameSamples)) frames.push(frame)
  return frames
}

/** PSNR of decoded audio in dB, in the channel where it is worst. */
function fidelity(wanted: Samples | undefined, got: Samples | undefined): number {
  if (!wanted || !got) return -Infinity
  /** Inaudible over a whole frame. */
  const silence = 1e-9 * wanted[0]!.length
  const shares = wanted.map((samples, channel) => {
    let power = silence
    let error = silence
    for (const [index, sample] of samples.entries()) {
      power += sample * sample
      error += (sample - got[channel]![index]!) ** 2
    }
    return power / error
  })
  return 10 * Math.log10(Math.min(...shares))
}
