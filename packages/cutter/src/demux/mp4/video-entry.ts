import type { VideoEntries } from '../common/track-descriptions.ts'
import { boxesBetween } from './boxes.ts'

/** A visual sample entry is a box header and 78 bytes of numbers, followed by boxes. */
const VISUAL_ENTRY_BYTES = 8 + 78
const CONFIGURATION_BOXES = new Set(['avcC', 'hvcC', 'av1C'])
const DISPLAY_BOXES = new Set(['colr', 'pasp', 'clap'])

/** The codec by the sample entries of a track, and the display properties by the first of them. */
export function readVideoEntries(entries: readonly Buffer[]): VideoEntries {
  return {
    configurations: entries.map((entry) => entryConfiguration(entry)),
    displayBoxes: entryBoxes(entries[0]!, DISPLAY_BOXES),
  }
}

function entryConfiguration(entry: Buffer): Uint8Array | null {
  const box = entryBoxes(entry, CONFIGURATION_BOXES)[0]
  return box ? Uint8Array.from(box.subarray(8)) : null
}

function entryBoxes(entry: Buffer, types: Set<string>): Buffer[] {
  const boxes: Buffer[] = []
  // Four bytes may trail the last box (QuickTime ends its lists with a zero).
  for (const box of boxesBetween(entry, VISUAL_ENTRY_BYTES, entry.length)) {
    if (types.has(box.type)) boxes.push(Buffer.from(entry.subarray(box.start, box.end)))
  }
  return boxes
}
