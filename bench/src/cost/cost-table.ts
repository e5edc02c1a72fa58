import type { ClipCost, Line, MeasuredCosts } from './measured-costs.ts'

const digits = (value: number, places: number): string => value.toFixed(places)
const line = ({ each, aSecond }: Line, places = 2, unit = 1): string =>
  `${digits(each / unit, places)} + ${digits(aSecond / unit, places + 1)}`
const milliseconds = (seconds: number): string => digits(seconds * 1000, seconds < 0.01 ? 2 : 0)

/** The figures as a page. */
export function costTable(costs: MeasuredCosts): string {
  const { machine, measuredAt, calls, lookups } = costs
  const { youtube } = lookups
  return [
    '# What a clip costs',
    '',
    `${measuredAt}, ${machine}. Processor time is user and system time together; on a machine that is shared it is higher than on a`,
    'quiet one, because caches are shared too. `a + b` means: a for the clip and b for each of its seconds, a line through a short and a long',
    'length. Films lie on loopback behind a round trip of 50 ms; `npm run bench:cost`.',
    '',
    '| clip | lengths, s | media process, CPU s | server, CPU s | fetched, MB | written, MB | requests | alone, s of wall | media process at most, MB |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...costs.clips.map(clipRow),
    '',
    'The server feeds the media process and publishes what it made, with the embedded database in it.',
    '',
    "| call | server's CPU, ms |",
    '| --- | --- |',
    `| status poll of a finished clip | ${milliseconds(calls.statusPoll)} |`,
    `| page | ${milliseconds(calls.page)} |`,
    `| what a page brings along for a newcomer, ${calls.firstVisitRequests} requests | ${milliseconds(calls.firstVisit)} |`,
    `| a wish without its cut: known link, range, download of a clip that is there | ${milliseconds(calls.wish)} |`,
    `| a megabyte of a finished clip | ${milliseconds(calls.fileMegabyte)} |`,
    `| a second in which nobody asks | ${milliseconds(calls.idleSecond)} |`,
    `| a direct link that nobody has pasted before, its media process included | ${milliseconds(lookups.mediaLink)} |`,
    youtube
      ? `| a YouTube link, yt-dlp ${youtube.ytdlp} included, ${digits(youtube.requests, 0)} requests and ${digits(youtube.bytes / 1000, 0)} kB from the stand-in | ${milliseconds(youtube.processorSeconds)} |`
      : '| a YouTube link | not measured: no yt-dlp here |',
    '',
    `Memory of the server after these calls, at most: ${digits(calls.serverMegabytes, 0)} MB.`,
    '',
    ...databaseLines(costs),
  ].join('\n')
}

function clipRow(clip: ClipCost): string {
  const cells = [
    ...[clip.kind, clip.lengths.join(', '), line(clip.media), line(clip.server, 3), line(clip.fetched, 2, 1e6)],
    ...[line(clip.written, 2, 1e6), line(clip.requests, 1), line(clip.wall, 1), digits(clip.mediaMegabytes, 0)],
  ]
  return `| ${cells.join(' | ')} |`
}

function databaseLines({ database, queue }: MeasuredCosts): string[] {
  if (!database) return ['PostgreSQL is not installed here: what it takes was not measured.', '']
  return [
    `PostgreSQL ${database.version}, for each of ${database.clips} clips of 30 s by as many strangers, from the link to the file, with a status poll a second:`,
    '',
    '| what | each clip |',
    '| --- | --- |',
    `| transactions | ${digits(database.transactionsPerClip, 0)} |`,
    `| write-ahead log, kB | ${digits(database.walBytesPerClip / 1000, 0)} |`,
    `| rows | ${digits(database.rowsPerClip, 1)} |`,
    `| tables and indexes, kB | ${digits(database.bytesPerClip / 1000, 1)} |`,
    `| PostgreSQL's CPU, ms | ${milliseconds(database.databaseSecondsPerClip)} |`,
    `| the server's CPU, ms | ${milliseconds(database.serverSecondsPerClip)} |`,
    '',
    `While nobody asks: ${digits(database.idleTransactionsPerSecond, 1)} transactions a second for each process.`,
    '',
    '| jobs waiting | joining, ms of PostgreSQL\'s CPU | of the server\'s | taking and completing, PostgreSQL | server | "how many are ahead", PostgreSQL | server |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...queue.map(({ waiting, ...rest }) => {
      const cells = [rest.join, rest.take, rest.position].flatMap((cost) => [cost.database, cost.server])
      return `| ${waiting} | ${cells.map(milliseconds).join(' | ')} |`
    }),
    '',
  ]
}
