import { CutterError } from '../../../src/api/cutter-error.ts'
import { parseAudioSpecificConfig } from '../../../src/bitstream/aac/audio-specific-config.ts'
import { av1Configuration } from '../../../src/bitstream/av1/av1-configuration.ts'
import { readTemporalUnit } from '../../../src/bitstream/av1/temporal-unit.ts'
import { parameterSetId, parseAvcConfiguration } from '../../../src/bitstream/h264/avc-configuration.ts'
import { fieldCodingOf, firstField } from '../../../src/bitstream/h264/field-parity.ts'
import { frameStart } from '../../../src/bitstream/h264/frame-start.ts'
import { parameterSetsIn, splitByteStream } from '../../../src/bitstream/h264/nal-units.ts'
import { vp9Frames } from '../../../src/bitstream/vp9/frame-headers.ts'
import { parsePlaylist } from '../../../src/demux/hls/parse-playlist.ts'
import { openMedia } from '../../../src/open-media.ts'
import { planCut } from '../../../src/plan-cut.ts'
import { bytesAsSource } from '../counting-file.ts'
import { asItIs, asMp3 } from '../stamped-source.ts'

const MOST_INDEX_BYTES = 20_000_000

/** What reads the bytes of strangers: each may throw a CutterError, and nothing else. */
export const FUZZ_TARGETS: Record<string, (bytes: Buffer) => unknown> = {
  async media(bytes) {
    const source = bytesAsSource(bytes)
    const media = await openMedia({ video: source, audio: source }, { mostIndexBytes: MOST_INDEX_BYTES })
    return planCut(media, { startTime: 0.1, endTime: 0.4 }, media.video ? asItIs : asMp3)
  },
  playlist: (bytes) => parsePlaylist(bytes.toString('latin1'), 'https://site.test/a/index.m3u8'),
  codecs(bytes) {
    for (const lengthBytes of [1, 2, 4]) {
      frameStart(bytes, lengthBytes)
      parameterSetsIn(bytes, lengthBytes)
      firstField(bytes, lengthBytes, { frameNumberBits: 4 })
    }
    fieldCodingOf(bytes)
    parameterSetId(bytes)
    splitByteStream(bytes)
    parseAudioSpecificConfig(bytes)
    for (const read of [parseAvcConfiguration, readTemporalUnit, av1Configuration, vp9Frames]) {
      unlessTyped(() => read(bytes))
    }
  },
}

function unlessTyped(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!(error instanceof CutterError)) throw error
  }
}

/** What a target threw that it must not; null for none. */
export async function faultOf(target: (bytes: Buffer) => unknown, bytes: Buffer): Promise<unknown> {
  try {
    await target(bytes)
    return null
  } catch (error) {
    return error instanceof CutterError ? null : (error ?? new Error('It threw nothing.'))
  }
}
