import { z } from 'zod'

/**
 * Version of the format. A backup consists of lines of JSON: a header; for each table its name, its rows and their
 * count; the sequences; and a seal, the checksum of all lines before it.
 */
export const FORMAT_VERSION = 1

export const headerLine = z.object({
  kerf: z.literal('backup'),
  format: z.number().int(),
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.number().int(),
  queueVersion: z.number().int(),
  /** Secrets of the data directory, by name; empty if the environment contains them. */
  secrets: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/), z.string()),
})
export type BackupHeader = z.infer<typeof headerLine>

const row = z.array(z.string().nullable())
export const chunkLine = z.union([
  row,
  z.object({ table: z.string(), columns: z.array(z.string()) }),
  z.object({ end: z.string(), rows: z.number().int(), checksum: z.string() }),
  z.object({ sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })) }),
])

/** The last line: SHA-256 of every byte before it, uncompressed. */
export const sealLine = z.object({ seal: z.string(), tables: z.number().int(), rows: z.number().int() })
export type BackupSeal = z.infer<typeof sealLine>
