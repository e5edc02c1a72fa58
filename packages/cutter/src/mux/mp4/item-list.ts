import type { ClipTags } from '../../api/clip-spec.ts'
import { box, fullBox, u32, zeros } from '../../bitstream/mp4-boxes.ts'
import { plainTags } from '../../supply/plain-tags.ts'

const UTF8 = 1
const IMAGE_TYPES = { 'image/jpeg': 13, 'image/png': 14 } as const

/** Builds the iTunes metadata box, which all players read in an MP4; an empty list without tags. */
export function itemList(tags: ClipTags | undefined): Buffer[] {
  const { title, artist, artwork } = plainTags(tags)
  const items = [
    ...(title === null ? [] : [item('\u00a9nam', UTF8, Buffer.from(title))]),
    ...(artist === null ? [] : [item('\u00a9ART', UTF8, Buffer.from(artist))]),
    ...(artwork ? [item('covr', IMAGE_TYPES[artwork.mimeType], artwork.bytes)] : []),
  ]
  if (items.length === 0) return []
  const handler = fullBox('hdlr', 0, 0, u32(0), Buffer.from('mdirappl', 'latin1'), zeros(9))
  return [fullBox('meta', 0, 0, handler, box('ilst', ...items))]
}

function item(name: string, type: number, value: Uint8Array): Buffer {
  return box(name, box('data', u32(type, 0), value))
}
