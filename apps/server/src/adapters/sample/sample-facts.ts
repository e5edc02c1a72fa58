import { z } from 'zod'

/** Names of files in the sample's own folder, and nothing that could lead out of it. */
const fileName = (ending: string) => z.string().regex(new RegExp(`^[\\w-]+\\.${ending}$`))
const count = z.number().int().positive()

const sampleFacts = z.object({
  title: z.string().min(1),
  durationSeconds: z.number().positive(),
  poster: z.object({ file: fileName('jpg') }),
  filmstrip: z.object({
    file: fileName('jpg'),
    columns: count,
    rows: count,
    frameWidth: count,
    frameHeight: count,
    secondsPerFrame: z.number().positive(),
  }),
  waveform: z.object({ file: fileName('json'), peaksPerSecond: z.number().positive() }),
  renditions: z
    .array(
      z.object({
        file: fileName('mp4'),
        width: count,
        height: count,
        frameRate: z.number().positive(),
        bitrate: z.number().positive(),
        sizeBytes: count,
        videoCodec: z.string(),
        audioCodec: z.string(),
      }),
    )
    .min(1),
})
export type SampleFacts = z.output<typeof sampleFacts>

/** Reads sample.json; throws when it is not what its script writes. */
export function parseSampleFacts(json: string): SampleFacts {
  return sampleFacts.parse(JSON.parse(json))
}
