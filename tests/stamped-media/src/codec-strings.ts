import { Dictionary, FFmpegError, FormatContext } from 'node-av/lib'

/** The codecs of a local file's tracks as RFC 6381 names them, e.g. ['avc1.64001e', 'mp4a.40.2']. */
export async function codecStrings(path: string): Promise<string[]> {
  const input = new FormatContext()
  input.allocContext()
  try {
    const localOnly = Dictionary.fromObject({ protocol_whitelist: 'file' })
    FFmpegError.throwIfError(await input.openInput(path, null, localOnly), `open ${path}`)
    FFmpegError.throwIfError(await input.findStreamInfo(), `look into ${path}`)
    return input.streams.map((stream) => stream.codecpar.getCodecString() ?? 'unknown')
  } finally {
    await input.closeInput()
  }
}
