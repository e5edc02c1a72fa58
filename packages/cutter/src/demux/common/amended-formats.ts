import { FLAC, type Input, type InputFormat } from 'mediabunny'

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
