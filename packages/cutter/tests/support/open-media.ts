import { nativeCodecs } from '../../src/codec/native/native-codecs.ts'
import { openMedia as openWithCodecs, type TrackSource } from '../../src/open-media.ts'

/** Opens media with the codecs of this machine, as `open` does. */
export const openMedia = (
  parts: { video: TrackSource | null; audio: TrackSource | null },
  options?: Parameters<typeof openWithCodecs>[2],
) => openWithCodecs(parts, nativeCodecs, options)
