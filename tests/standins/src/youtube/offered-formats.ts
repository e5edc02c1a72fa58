import { formatsOffered, type MediaLibrary } from './media/media-library.ts'
import type { StandinFormat } from './media/standin-format.ts'
import type { StandinVideo } from './videos.ts'

/** Itags of HDR formats, by the itag of the same format in SDR. */
const HDR_ITAGS: Record<number, number> = { 160: 694, 133: 695, 134: 696, 135: 697, 136: 698, 137: 699 }
const HDR_CODEC = 'av01.0.08M.10.0.110.09.16.09.0'

/** The formats of a video. HDR formats have the bytes of SDR formats, but another description. */
export function offeredFormats(library: MediaLibrary, video: StandinVideo): StandinFormat[] {
  const inSdr = formatsOffered(library, video.offer)
  if (video.dynamicRange === 'sdr') return inSdr
  const inHdr = inSdr.flatMap((format) => {
    const itag = HDR_ITAGS[format.itag]
    if (itag === undefined || !format.image) return []
    const image = { ...format.image, label: `${format.image.label} HDR` }
    return [{ ...format, itag, codecs: HDR_CODEC, image }]
  })
  return video.dynamicRange === 'hdr' ? [...inHdr, ...inSdr.filter(({ image }) => !image)] : [...inSdr, ...inHdr]
}

export const isHdr = (format: StandinFormat): boolean => format.codecs === HDR_CODEC
