import { ADTS, FLAC, type Input, type InputFormat } from 'mediabunny'
import { ID3_HEADER_BYTES, id3Bytes } from '../../bitstream/id3-length.ts'

/**
 * A format whose reader is changed as soon as it is made: what the library misses in it (docs/decisions/0031) is
 * corrected. Nothing of a reader has a public name; tests see if the names change.
 */
function amended<Reader>(format: InputFormat, amend: (reader: Reader) => void): InputFormat {
  const { _createDemuxer: create } = format as unknown as { _createDemuxer(input: Input): Reader }
  return Object.assign(Object.create(format), {
    _createDemuxer(input: Input): Reader {
      const reader = create.call(format, input)
      amend(reader)
      return reader
    },
  })
}

interface FlacReader {
  audioInfo: { sampleRate: number }
  readFlacFrameHeader(place: { slice: { filePos: number }; isFirstPacket: boolean }): unknown
}

/** Frames may state their rate in kHz. The library takes it for Hz, and refuses the frames, as the file has another rate. */
export const FLAC_OF_ANY_RATE = amended<FlacReader>(FLAC, (reader) => {
  const readHeader = reader.readFlacFrameHeader.bind(reader)
  reader.readFlacFrameHeader = (place) => {
    const { filePos } = place.slice
    const header = readHeader(place)
    if (header) return header
    place.slice.filePos = filePos
    const { audioInfo } = reader
    reader.audioInfo = { ...audioInfo, sampleRate: audioInfo.sampleRate / 1000 }
    try {
      // How blocks are numbered is noted with the first header, and the library insists that it is so only once.
      return readHeader({ ...place, isFirstPacket: false })
    } finally {
      reader.audioInfo = audioInfo
    }
  }
})

interface AdtsReader {
  lastLoadedPos: number
  lastSampleLoaded: boolean
  loadedSamples: { timestamp: number; duration: number }[]
  nextTimestampInSamples: number
  advanceReader(): Promise<void>
  reader: { requestSlice(at: number, bytes: number): Slice | null | Promise<Slice | null> }
}

interface Slice {
  bytes: Uint8Array
  bufferPos: number
}

const AAC_FRAME = 1024

/**
 * Segments of a stream that were joined have an ID3 tag each. The library skips those at the beginning, and ends at others.
 * Where the rate changes, it counts earlier samples by the new one.
 */
export const ADTS_WITH_TAGS = amended<AdtsReader>(ADTS, (reader) => {
  const advance = reader.advanceReader.bind(reader)
  reader.advanceReader = async () => {
    await advance()
    const [before, last] = reader.loadedSamples.slice(-2)
    if (before && last && before.duration !== last.duration) {
      last.timestamp = before.timestamp + before.duration
      reader.nextTimestampInSamples = (last.timestamp / last.duration + 1) * AAC_FRAME
    }
    const slice = reader.lastSampleLoaded && (await reader.reader.requestSlice(reader.lastLoadedPos, ID3_HEADER_BYTES))
    const tagBytes = slice ? id3Bytes(slice.bytes.subarray(slice.bufferPos, slice.bufferPos + ID3_HEADER_BYTES)) : 0
    reader.lastLoadedPos += tagBytes
    if (tagBytes > 0) reader.lastSampleLoaded = false
  }
})
