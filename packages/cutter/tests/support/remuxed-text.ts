import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  type OutputFormat,
  TextSubtitleSource,
} from 'mediabunny'

/**
 * Remuxes a video to another container and adds a WebVTT track, with mediabunny.
 * @param webvtt contents of a WebVTT file
 * @param turn clockwise rotation of the frames for display, and whether they are then mirrored from side to side
 */
export async function remuxedWithText(
  video: Buffer,
  format: OutputFormat,
  webvtt: string,
  turn: { rotation: 0 | 90 | 180 | 270; flip?: boolean } = { rotation: 0 },
): Promise<Buffer> {
  const input = new Input({ source: new BufferSource(video), formats: ALL_FORMATS })
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const videoTrack = (await input.getPrimaryVideoTrack())!
  const audioTrack = (await input.getPrimaryAudioTrack())!
  const videoSource = new EncodedVideoPacketSource((await videoTrack.getCodec())!)
  const audioSource = new EncodedAudioPacketSource((await audioTrack.getCodec())!)
  const textSource = new TextSubtitleSource('webvtt')
  output.addVideoTrack(videoSource, turn)
  output.addAudioTrack(audioSource)
  output.addSubtitleTrack(textSource, { languageCode: 'ger' })
  await output.start()
  await textSource.add(webvtt)
  textSource.close()
  const videoMeta = { decoderConfig: (await videoTrack.getDecoderConfig())! }
  const audioMeta = { decoderConfig: (await audioTrack.getDecoderConfig())! }
  const videoPackets = new EncodedPacketSink(videoTrack).packets()
  const audioPackets = new EncodedPacketSink(audioTrack).packets()
  let [videoPacket, audioPacket] = [await videoPackets.next(), await audioPackets.next()]
  while (!videoPacket.done || !audioPacket.done) {
    const isVideoNext =
      !videoPacket.done && (audioPacket.done || videoPacket.value.timestamp <= audioPacket.value.timestamp)
    if (isVideoNext) {
      await videoSource.add(videoPacket.value!, videoMeta)
      videoPacket = await videoPackets.next()
    } else {
      await audioSource.add(audioPacket.value!, audioMeta)
      audioPacket = await audioPackets.next()
    }
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}
