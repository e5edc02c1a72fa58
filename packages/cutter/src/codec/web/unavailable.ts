import { type CutterError, unsupportedMedia } from '../../api/cutter-error.ts'

/** The error for work that needs codecs which browsers do not have. @param subject begins a sentence */
export function unavailable(subject: string): CutterError {
  return unsupportedMedia(`${subject} not available on this device.`)
}
