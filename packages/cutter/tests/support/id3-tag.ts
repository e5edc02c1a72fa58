/** An ID3 tag of so many empty bytes. */
export function id3Tag(bytes: number): Buffer {
  const size = Buffer.from([21, 14, 7, 0].map((by) => (bytes >> by) & 127))
  return Buffer.concat([Buffer.from('ID3\x04\x00\x00', 'latin1'), size, Buffer.alloc(bytes)])
}
