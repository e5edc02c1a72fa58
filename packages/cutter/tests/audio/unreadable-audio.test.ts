import { describe, expect, it } from 'vitest'
import type { ClipSpec } from '../../src/api/clip-spec.ts'
import { planCut } from '../../src/plan-cut.ts'
import { openBytes } from '../support/counting-file.ts'
import { mp3Request, smallRecipe, stampedWorkshop, unscaledRequest } from '../support/stamped-source.ts'
import { FFMPEG_PIDS, packetsOf, pidOf, tablesOf, toProgram } from '../support/ts-tables.ts'

// odd-mp4.test.ts has unreadable audio in MP4.
const recipe = smallRecipe({ width: 160, height: 96, frames: 30, gopFrames: 15 })
const DTS_STREAM_TYPE = 0x8a
const PRIVATE_DATA_STREAM_TYPE = 0x06
/** Start code and stream id of a PES packet with audio. */
const PES_START = Buffer.from('000001c0', 'hex')

const workshop = stampedWorkshop()
const videoAs = (layout: 'webm' | 'ts', audio: 'aac' | 'mp3' = 'aac') => workshop.video({ ...recipe, layout, audio })

const replace = (bytes: Buffer, from: string, to: string) => {
  expect(bytes.includes(from, 0, 'latin1')).toBe(true)
  return Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')
}

describe('unreadable audio', () => {
  const expectUnreadable = async (sourceVideo: Buffer, name: string) => {
    const media = await openBytes(sourceVideo)
    expect(media.facts).toMatchObject({ video: { codec: 'h264' }, audio: null, unreadableAudio: name })
    const range = { startTime: 0.2, endTime: 0.7 }
    for (const request of [unscaledRequest, mp3Request, { kind: 'original' }] satisfies ClipSpec[]) {
      await expect(planCut(media, range, request)).rejects.toMatchObject({ code: 'unsupported_media' })
    }
    expect((await planCut(media, range, { kind: 'gif' })).way).toBe('gif')
    expect((await planCut(media, range, { kind: 'still', height: null })).way).toBe('still')
  }

  it('is reported for a Matroska, whose video is cut only if no audio is requested', async () => {
    await expectUnreadable(replace(await videoAs('webm'), 'A_AAC', 'A_DTS'), 'A_DTS')
  })

  it('is reported for a Matroska whose packets the library unpacks', async () => {
    const dtsVideo = replace(await videoAs('webm'), 'A_AAC', 'A_DTS')
    // An empty list of encodings overwrites the language of the video track.
    await expectUnreadable(replace(dtsVideo, '\x22\xb5\x9c\x83und', '\x6d\x80\x84\xec\x82\0\0'), 'A_DTS')
  })

  it.each([
    ['FLAC', '\x7fFLAC'],
    ['Speex', 'Speex   '],
    ['Theora', '\x80theora'],
  ])('is named if an Ogg file has nothing else: %s', async (name, firstBytes) => {
    const opus = await workshop.video({ ...recipe, video: null, audio: 'opus', sampleRate: 48_000, layout: 'ogg' })
    await expect(openBytes(replace(opus, 'OpusHead', firstBytes.padEnd(8, '\0')))).rejects.toMatchObject({
      code: 'unsupported_media',
      message: `${name} in Ogg files cannot be read.`,
    })
  })

  it('is reported for a transport stream', async () => {
    const pids = { number: 1, ...FFMPEG_PIDS }
    await expectUnreadable(
      Buffer.concat([...tablesOf([pids], DTS_STREAM_TYPE), ...toProgram(packetsOf(await videoAs('ts')), pids)]),
      'DTS',
    )
  })

  it.each([
    ['DTS', 0x82, '7ffe8001'],
    ['TrueHD', 0x83, 'f0000000f8726fba'],
  ])(
    'is reported for a transport stream in which the stream type of %s is ambiguous',
    async (name, type, frameStart) => {
      const pids = { number: 1, ...FFMPEG_PIDS }
      const packets = toProgram(packetsOf(await videoAs('ts')), pids)
      const tables = tablesOf([pids], type)
      expect((await openBytes(Buffer.concat([...tables, ...packets]))).facts).not.toHaveProperty('unreadableAudio')
      for (const packet of packets.filter((each) => pidOf(each) === pids.audio)) {
        const pes = packet.indexOf(PES_START)
        const startsPes = (packet[1]! & 0x40) !== 0
        if (startsPes) packet.write(frameStart, pes + 9 + packet[pes + 8]!, 'hex')
      }
      await expectUnreadable(Buffer.concat([...tables, ...packets]), name)
    },
  )

  it.each([
    ['BSSD', PRIVATE_DATA_STREAM_TYPE, { audio: 'BSSD' }],
    ['E-AC-3 of a disc', 0x84, { program: 'HDMV' }],
  ])('is reported for a transport stream with the registration of %s', async (name, type, registrations) => {
    const pids = { number: 1, ...FFMPEG_PIDS }
    const packets = toProgram(packetsOf(await videoAs('ts')), pids)
    await expectUnreadable(Buffer.concat([...tablesOf([pids], type, registrations), ...packets]), name)
  })

  it('is not reported for private data without audio frames', async () => {
    const pids = { number: 1, ...FFMPEG_PIDS }
    const packets = toProgram(packetsOf(await videoAs('ts')), pids)
    for (const packet of packets.filter((each) => pidOf(each) === pids.audio)) {
      const pes = packet.indexOf(PES_START)
      packet.fill(0xff, pes < 0 ? 4 : Math.min(packet.length, pes + 9 + (packet[pes + 8] ?? 0)))
    }
    const { facts } = await openBytes(Buffer.concat([...tablesOf([pids], PRIVATE_DATA_STREAM_TYPE), ...packets]))
    expect(facts).toMatchObject({ video: { codec: 'h264' }, audio: null })
    expect(facts).not.toHaveProperty('unreadableAudio')
  })

  it('is not reported as MP3 for MPEG audio layer I in a transport stream', async () => {
    const [name, secondByte] = ['MPEG audio layer I', 0xff] as const
    const packets = packetsOf(await videoAs('ts', 'mp3'))
    for (const packet of packets.filter((each) => pidOf(each) === FFMPEG_PIDS.audio)) {
      const isHeader = (at: number) => packet[at] === 0xff && (packet[at + 1]! & 0xfe) === 0xfa
      for (let at = 4; at + 1 < packet.length; at++) if (isHeader(at)) packet[at + 1] = secondByte
    }
    await expectUnreadable(Buffer.concat(packets), name)
    const tables = tablesOf([{ number: 1, ...FFMPEG_PIDS }], PRIVATE_DATA_STREAM_TYPE)
    await expectUnreadable(Buffer.concat([...tables, ...toProgram(packets, { number: 1, ...FFMPEG_PIDS })]), name)
  })
})
