/** An ID3v2 tag with this number of zero bytes as its content. */
export function id3Tag(bytes: number): Buffer {
  const size = Buffer.from([21, 14, 7, 0].map((shift) => (bytes >> shift) & 127))
  return Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), size, Buffer.alloc(bytes)])
}
