/**
 * A decoded frame. Its pixels stay in the memory of the codecs that made it, and only tools of the same codecs accept
 * it. It has the members of WebCodecs' VideoFrame that Kerf uses, and adds `isDamaged` and `pixelAspect`.
 */
export interface VideoFrame {
  /** Whole ticks of the stream's timescale. */
  readonly timestamp: number
  readonly codedWidth: number
  readonly codedHeight: number
  /** Pixel aspect in the bitstream; `num` is 0 if there is none. WebCodecs gives `displayWidth` and `displayHeight`. */
  readonly pixelAspect: PixelAspect
  /** Whether the decoder found errors in the frame, and concealed them. */
  readonly isDamaged: boolean
  /** Gives a second frame with the same pixels, which stays valid after this one is closed. */
  clone(): VideoFrame
  /** Copies the values of all planes, without padding (`copyTo` of WebCodecs). */
  readPixels(): Promise<Uint8Array>
  close(): void
}

export interface PixelAspect {
  num: number
  den: number
}

/** An area of a frame in pixels. */
export interface Rectangle {
  left: number
  top: number
  width: number
  height: number
}

/** A part of an encoded stream: the fields of WebCodecs' EncodedVideoChunk. */
export interface EncodedChunk {
  /** `key`: decoding may start here. */
  type: 'key' | 'delta'
  /** Whole ticks of the stream's timescale. */
  timestamp: number
  data: Uint8Array
}
