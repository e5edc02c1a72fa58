import type { BurnedStyle, SubtitleCue } from '../api/subtitles.ts'
import type { Turn } from '../bitstream/turn.ts'
import type { PlainFormat } from './planes.ts'
import type { PixelAspect, Rectangle, VideoFrame } from './video-frame.ts'

interface Size {
  width: number
  height: number
}

/**
 * A tool that crops and scales frames of any size and pixel format to one size and 8-bit 4:2:0, which every player
 * supports. HDR becomes SDR, and all frames get the colours of the first one.
 */
export interface FrameScaler {
  /**
   * Crops and scales a frame. The result is the frame itself if it fits already, or a frame valid until the next call.
   * @param area the part of the frame to keep; null: all
   */
  scale(frame: VideoFrame, area: Rectangle | null): Promise<VideoFrame>
  /** Whether any frame was full-range or RGB, so that the source's `colr` box does not describe the scaled frames. */
  isRecolouring(): boolean
  close(): void
}

export interface UprightScalerInput {
  format: PlainFormat
  /** Rotation and mirroring of frames for display. */
  turn: Turn
  /** Gives the displayed size for the pixel aspect of the first frame. */
  sizeOf(codedAspect: PixelAspect): Size
  /** Gives the area of a coded frame to crop; null or absent: all of it. */
  areaOf?(frame: VideoFrame): Rectangle | null
}

/**
 * A tool that converts decoded frames of any size and format to displayed ones: cropped, scaled, rotated upright. HDR
 * becomes SDR.
 */
export interface UprightScaler {
  /** Displayed size; null before the first frame was drawn. */
  size(): Size | null
  /** Draws a frame in its displayed form. The caller closes the new frame. */
  draw(frame: VideoFrame): Promise<VideoFrame>
  close(): void
}

export interface PainterInput {
  /** Cues on the clip's timeline, in order, without overlaps. */
  cues: readonly SubtitleCue[]
  style: BurnedStyle
  /** BCP 47 */
  language: string
  /** Rotation and mirroring of frames for display. */
  turn: Turn
  /** Gives the displayed size for a pixel aspect: upright, with square pixels. Only its proportions matter. */
  sizeOf(codedAspect: PixelAspect): Size
  /** Folder for fonts and scripts during the cut; absent: the system's folder for temporary files. */
  scratchDirectory?: string | undefined
}

/** A tool that draws subtitles into 8-bit 4:2:0 frames. */
export interface SubtitlePainter {
  /**
   * Gives the frame itself if no cue is active, or a frame with the text, which is valid until the next call.
   * @param seconds time on the clip's timeline; it must not decrease from call to call
   */
  paint(frame: VideoFrame, seconds: number): Promise<VideoFrame>
  close(): Promise<void>
}

export interface FadeInput {
  /** Length of each fade in seconds; at most half of `lastSeconds` is used. */
  fadeSeconds: number
  /** Start of the last frame, in seconds from the first one. */
  lastSeconds: number
}

/**
 * A tool that fades 8-bit 4:2:0 frames in from black and out to black. The brightness of a frame depends on its time;
 * the first and the last frame are black.
 */
export interface VideoFader {
  /** Gives the frame itself outside the fades, or a darker one that is valid until the next call. */
  fade(frame: VideoFrame, atSeconds: number): Promise<VideoFrame>
  close(): void
}
