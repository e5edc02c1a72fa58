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
 * A video in another container, with WebVTT as mediabunny writes it.
 * @param webvtt a whole file of it
 * @param turn by how much its frames are turned clockwise to be seen, and whether left and right are exchanged then
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
  const frames = (await input.getPrimaryVideoTrack())!
  const sound = (await input.getPrimaryAudioTrack())!
  const videoSource = new EncodedVideoPacketSource((await frames.getCodec())!)
  const audioSource = new EncodedAudioPacketSource((await sound.getCodec())!)
  const textSource = new TextSubtitleSource('webvtt')
  output.addVideoTrack(videoSource, turn)
  output.addAudioTrack(audioSource)
  output.addSubtitleTrack(textSource, { languageCode: 'ger' })
  await output.start()
  await textSource.add(webvtt)
  textSource.close()
  const meta = { decoderConfig: (await frames.getDecoderConfig())! }
  const audioMeta = { decoderConfig: (await sound.getDecoderConfig())! }
  const videoPackets = new EncodedPacketSink(frames).packets()
  const audioPackets = new EncodedPacketSink(sound).packets()
  let [frame, heard] = [await videoPackets.next(), await audioPackets.next()]
  while (!frame.done || !heard.done) {
    const isFrame = !frame.done && (heard.done || frame.value.timestamp <= heard.value.timestamp)
    if (isFrame) {
      await videoSource.add(frame.value!, meta)
      frame = await videoPackets.next()
    } else {
      await audioSource.add(heard.value!, audioMeta)
      heard = await audioPackets.next()
    }
  }
  await output.finalize()
  return Buffer.from(target.buffer!)
}
