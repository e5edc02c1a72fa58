import { readFile } from 'node:fs/promises'

/**
 * The playlist of a fragmented MP4 with a `sidx` box: a header and byte ranges of one file, as Vimeo and PeerTube serve
 * them. `name` is the file's address in the playlist.
 */
export async function fragmentsPlaylist(path: string, name: string): Promise<string> {
  const bytes = await readFile(path)
  let box = 0
  while (bytes.toString('latin1', box + 4, box + 8) !== 'sidx') box += bytes.readUInt32BE(box)
  const isLong = bytes.readUInt8(box + 8) === 1
  const timescale = bytes.readUInt32BE(box + 16)
  const table = box + (isLong ? 38 : 30)
  const count = bytes.readUInt16BE(table)
  let start = box + bytes.readUInt32BE(box)
  const lines = [`#EXT-X-MAP:URI="${name}",BYTERANGE="${box}@0"`]
  for (let index = 0; index < count; index += 1) {
    const entry = table + 2 + index * 12
    const size = bytes.readUInt32BE(entry)
    lines.push(
      `#EXTINF:${(bytes.readUInt32BE(entry + 4) / timescale).toFixed(6)},`,
      `#EXT-X-BYTERANGE:${size}@${start}`,
      name,
    )
    start += size
  }
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-TARGETDURATION:5', ...lines, '#EXT-X-ENDLIST', ''].join('\n')
}
