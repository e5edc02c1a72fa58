import { BitReader } from '../bit-reader.ts'
import { type ProgramConfig, readProgramConfig } from './program-config.ts'

/** The configuration of an AAC decoder (ISO/IEC 14496-3, 1.6.2.1): the fields that a splice needs. */
export interface AudioSpecificConfig {
  objectType: number
  sampleRate: number
  /** 1: mono, 2: stereo ... 6: 5.1, 7: 7.1. 0: `program` or the packets name the channels. */
  channelConfiguration: number
  /** The channels if the channel configuration is 0; null if only the packets have a program config element. */
  program: ProgramConfig | null
  /** 960 samples per frame instead of 1024, as in digital radio. */
  hasShortFrames: boolean
  /** Spectral band replication: HE-AAC. */
  hasBandReplication: boolean
}

/** Channel configurations and their numbers of channels, in ascending order. */
export const AAC_LAYOUTS: readonly (readonly [configuration: number, channels: number])[] = [
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 4],
  [5, 5],
  [6, 6],
  [7, 8],
]

const LOW_COMPLEXITY_TYPE = 2
const BAND_REPLICATION_TYPE = 5
const PARAMETRIC_STEREO_TYPE = 29
const SYNC_EXTENSION = 0x2b7

/** Sample rates in Hz by their index in headers (ISO/IEC 14496-3, table 1.18). */
export const AAC_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]

export function parseAudioSpecificConfig(bytes: Uint8Array): AudioSpecificConfig | null {
  const bits = new BitReader(bytes)
  const read = (count: number) => bits.readBits(count)
  const readObjectType = () => {
    const firstBits = read(5)
    return firstBits === 31 ? 32 + read(6) : firstBits
  }
  const readSampleRate = () => {
    const index = read(4)
    return index === 15 ? read(24) : (AAC_RATES[index] ?? 0)
  }
  if (bytes.length < 2) return null
  const objectType = readObjectType()
  const sampleRate = readSampleRate()
  const channelConfiguration = read(4)
  const hasShortFrames = read(1) === 1
  const dependsOnCore = read(1) === 1
  if (dependsOnCore) read(14)
  read(1)
  const program = channelConfiguration === 0 ? readProgramConfig(bytes, bits.position, 0) : null
  const hasExtension =
    bytes.length * 8 - bits.position >= 16 && read(11) === SYNC_EXTENSION && readObjectType() === BAND_REPLICATION_TYPE
  const hasBandReplication =
    objectType === BAND_REPLICATION_TYPE || objectType === PARAMETRIC_STEREO_TYPE || (hasExtension && read(1) === 1)
  return { objectType, sampleRate, channelConfiguration, program, hasShortFrames, hasBandReplication }
}

const MAX_CHANNELS = 6

/**
 * Whether these packets can be joined with packets of Kerf's encoder: plain AAC-LC, mono to 5.1.
 * @param isLayoutEncoded whether Kerf's encoder can write the elements of their program config element
 */
export function isSpliceable(config: AudioSpecificConfig | null, isLayoutEncoded = false): boolean {
  return (
    config !== null &&
    config.objectType === LOW_COMPLEXITY_TYPE &&
    !config.hasBandReplication &&
    !config.hasShortFrames &&
    (config.program ? isLayoutEncoded : config.channelConfiguration >= 1 && config.channelConfiguration <= MAX_CHANNELS)
  )
}
