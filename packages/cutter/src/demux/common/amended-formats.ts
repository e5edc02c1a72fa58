import { FLAC, type Input, type InputFormat } from 'mediabunny'

/**
 * Wraps a mediabunny format: `correctReader` corrects each new reader of the format (docs/decisions/0031). The methods
 * of readers are not public. Tests fail if a new version renames them.
 */
function amendFormat<Reader>(format: InputFormat, correctReader: (reader: Reader) => void): InputFormat {
  const { _createDemuxer: create } = format as unknown as { _createDemuxer(input: Input): Reader }
  return Object.assign(Object.create(format), {
    _createDemuxer(input: Input): Reader {
      const reader = create.call(format, input)
      correctReader(reader)
      return reader
    },
  })
}

interface FlacReader {
  audioInfo: { sampleRate: number }
  readFlacFrameHeader(framePosition: { slice: { filePos: number }; isFirstPacket: boolean }): unknown
}

/**
 * FLAC with sample rates that frame headers give in kHz. mediabunny reads these rates as Hz and rejects the frames,
 * because the rate of the file differs.
 */
export const FLAC_WITH_KHZ_HEADERS = amendFormat<FlacReader>(FLAC, (reader) => {
  const readHeader = reader.readFlacFrameHeader.bind(reader)
  reader.readFlacFrameHeader = (framePosition) => {
    const { filePos } = framePosition.slice
    const header = readHeader(framePosition)
    if (header) return header
    framePosition.slice.filePos = filePos
    const { audioInfo } = reader
    reader.audioInfo = { ...audioInfo, sampleRate: audioInfo.sampleRate / 1000 }
    try {
      // The first call stored the blocking strategy. For a first packet, mediabunny asserts that none is stored.
      return readHeader({ ...framePosition, isFirstPacket: false })
    } finally {
      reader.audioInfo = audioInfo
    }
  }
})
