import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import packageOfKerf from '../../package.json' with { type: 'json' }
import { readArguments } from './arguments/read-arguments.ts'

const BAD_USAGE = 2
const PLAIN_FORMATS = CLIP_FORMATS.filter((format) => format !== 'png' && format !== 'original')

const USAGE = `kerf cut LINK [--from TIME] [--to TIME] [-q QUALITY] [-o FILE]

Cuts exactly the frames with from <= time < to from a video, and the audio to the same times.

  LINK               a file, a link to a media file, a YouTube link, or: sample
  -f, --from TIME    83.5, 1:23.5 or 1:02:03.5 (default: the start in the link, or of the video)
  -t, --to TIME      the end, not included in the clip (default: the end in the link, or of the video)
                     Repeat --from and --to to join several ranges into one clip, in this order.
      --chapter C    a chapter, by its title or number, instead of times; may be repeated
      --words TEXT   where this is said first, by the captions, instead of times; may be repeated
      --audio-track ID  another audio track than the original
      --subtitles HOW   file (a .srt and a .vtt beside the clip), track (a text track in it) or burned (into its frames);
                     track:en takes the captions en (default: the best there are)
      --list         shows captions, audio tracks and chapters, and writes nothing
  -q, --quality Q    ${QUALITY_IDS.join(', ')} (an MP3); default: the size of the source
      --format F     ${PLAIN_FORMATS.join(', ')}, png (the first frame), or original: the codecs of the source, in an MP4 or a WebM,
                     with the matching file extension; default: from the output name and the quality
  -o, --output FILE  where to write the clip; default: a name like kerf_720p.mp4 in this folder
      --force        replaces an existing file
      --dry-run      shows what would be copied and re-encoded, and writes nothing
      --json         prints the receipt (or the plan) as JSON
      --version
  -h, --help

Exit codes: 0 the clip was written, 1 it could not be made, 2 wrong usage.
YTDLP_PATH, YTDLP_CHANNEL, OUTBOUND_PROXY, OUTBOUND_PROXIES,
OUTBOUND_ALLOW, SSL_CERT_FILE and DATA_DIR work as they do for the server.`

const words = readArguments(process.argv.slice(2))
if (words.kind === 'help') {
  console.log(USAGE)
} else if (words.kind === 'version') {
  console.log(packageOfKerf.version)
} else if (words.kind === 'mistaken') {
  console.error(`kerf: ${words.complaint} (bad_usage)\nSee: kerf --help`)
  process.exitCode = BAD_USAGE
} else {
  // Sources and engine are loaded only now, so that help and mistakes are answered at once.
  enableCompileCache(join(import.meta.dirname, '../../../../.build/compile-cache'))
  const { carryOut } = await import('./carry-out.ts')
  process.exitCode = await carryOut(words.request)
}
