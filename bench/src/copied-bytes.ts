import { createHash } from 'node:crypto'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'

/** Bytes of the frames of a clip that are in its source bit for bit. */
export async function copiedFrameBytes(sourcePath: string, clipPath: string): Promise<number> {
  const sourceFrames = new Map(await frames(sourcePath))
  let bytes = 0
  for (const [digest, sizeBytes] of await frames(clipPath)) if (sourceFrames.has(digest)) bytes += sizeBytes
  return bytes
}

async function frames(path: string): Promise<[digest: string, sizeBytes: number][]> {
  const input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const digests: [string, number][] = []
  for await (const { data } of new EncodedPacketSink(track!).packets())
    digests.push([createHash('sha256').update(data).digest('hex'), data.length])
  input.dispose()
  return digests
}
