import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { CLIP_FORMATS } from '@kerf/domain/formats/clip-format'
import { LOUDNESS_BOUNDS, MP3_BITRATES, USUAL_LOUDNESS } from '@kerf/domain/formats/clip-options'
import { CROP_RATIOS } from '@kerf/domain/formats/crop'
import { QUALITY_IDS } from '@kerf/domain/formats/quality'
import packageOfKerf from '../../../../package.json' with { type: 'json' }
import { UsageError } from './arguments/parse-command-line.ts'
import { readArguments } from './arguments/read-arguments.ts'
import { escapeControlCharacters } from './printable.ts'
import { isServerCommand, readServerCommand, userDataFolder } from './server-command.ts'

const EXIT_BAD_USAGE = 2

const USAGE = `kerf cut LINK [--from TIME] [--to TIME] [options]
kerf serve [--data FOLDER] [--port NUMBER]

The first cuts exactly the frames with from <= time < to from a video, and the audio to the same times.

  kerf cut talk.mp4 --from 1:02 --to 1:15.5 -o out.mp4
  kerf cut LINK --from 1m2s --duration 10 --max-size 10MB --crop 9:16 --loudness -14
  kerf cut LINK -f 5 -d 3 -q audio -o - | ffplay -
  kerf cut --links list.txt --to 30 -o clips/
  kerf cut LINK -f 5 -d 3 --server https://kerf.example

  LINK               a file, a link to a video or a media file, or: sample. Several: a clip of each
  -a, --links FILE   a file with one link per line, times behind it if you like; # for comments; -: stdin
                     A line's own start or end replaces that of the options; the other is taken from them.

Which part
  -f, --from TIME    83.5, 1:23.5, 1:02:03.5 or 1m23s (default: the start in the link, or of the video)
  -t, --to TIME      the end, not included in the clip (default: the end in the link, or of the video)
  -d, --duration T   instead of --to
                     Repeat them to join several ranges into one clip, in this order.
  --chapter C        a chapter by its title or number, instead of times; may be repeated
  --words TEXT       where this is said first, by the captions, instead of times; may be repeated

What it becomes
  -q, --quality Q    ${QUALITY_IDS.join(', ')}; default: the size of the source
  --format F         ${CLIP_FORMATS.join(', ')}; default: by -o and -q
                     (png: the first frame; original: the codecs of the source)
  --container mp4    of original: VP9 and AV1 in an MP4, too; also by -o NAME.mp4
  --audio-track ID   another audio track than the original
  --subtitles HOW    file (a .srt and a .vtt beside the clip), track (in it) or burned (into its frames);
                     track:en takes the captions en (default: the best there are)

How it is made to fit
  --max-size SIZE    the file is not larger: 10MB, 9.5M, 10MiB or 10000000 bytes
  --crop PART        ${CROP_RATIOS.join(', ')}, or left,top,width,height in shares: 0.25,0,0.5,1
  --loudness LUFS    ${LOUDNESS_BOUNDS.least} to ${LOUDNESS_BOUNDS.most}; streaming platforms use ${USUAL_LOUDNESS}
  --fade SECONDS     frames and audio, at both ends; --fade-video, --fade-audio: one of them
  --bitrate B        of an MP3: ${MP3_BITRATES.join(', ')}
  --width, --fps     of a GIF or WebP: the longer side in pixels, and frames per second

Where it goes
  -o, --output PATH  a file, a folder, or - for stdout; a path that ends in / is a folder, made if need be;
                     default: a name like kerf_clip.mp4 or kerf_720p.mp4 in this folder
  --force            replaces an existing file

Cut by a server
  --server URL       your Kerf cuts, and the clip comes here; default: KERF_SERVER, or this machine
  --key KEY          an API key of that server, from its settings. Prefer KERF_KEY: other users can see
                     command-line options. It takes links, no files, and ranges of a second or more.

Without a clip
  --info             what the video is: qualities, codecs, captions, audio tracks, chapters (also: --list)
  --dry-run          what would be copied and re-encoded
  --json             prints the receipt, plan or info as JSON; of several links, one line each
  -v, --version, -h, --help

A server of your own
  kerf serve         the page and the API at http://localhost:3000
  --data FOLDER      database, clips and secrets; default: DATA_DIR, or
                     ${userDataFolder()}
  --port NUMBER      default: PORT, or 3000; 0: any free port
                     All other settings are environment variables.
  kerf doctor        says whether people can cut; the server may run
  kerf admin, backup, restore, migrate, move
                     the operator's commands for a stopped server; they take --data, as doctor does

Exit codes: 0 done, 1 a clip could not be made, 2 wrong usage.
YTDLP_PATH, YTDLP_CHANNEL, OUTBOUND_PROXY, OUTBOUND_PROXIES,
OUTBOUND_ALLOW, SSL_CERT_FILE and DATA_DIR work as they do for the server.`

const commandWords = process.argv.slice(2)
process.env.DATA_DIR ||= userDataFolder()
const isHelp = commandWords.includes('--help') || commandWords.includes('-h')
if (isServerCommand(commandWords[0]) && !isHelp) await runServerCommand()
else await runCut()

async function runServerCommand(): Promise<void> {
  try {
    const command = readServerCommand(commandWords)
    Object.assign(process.env, command.settings)
    process.argv.splice(2, commandWords.length, ...command.words)
    if (command.isListening) console.log(`Kerf keeps its data in ${process.env.DATA_DIR}`)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return complain(error.message)
  }
  await import('@kerf/server/main')
}

async function runCut(): Promise<void> {
  const parsedArguments = readArguments(commandWords)
  if (parsedArguments.kind === 'help') return console.log(USAGE)
  if (parsedArguments.kind === 'version') return console.log(packageOfKerf.version)
  if (parsedArguments.kind === 'mistaken') return complain(parsedArguments.complaint)
  // Sources and engine are loaded only here, so that help and usage errors appear at once.
  enableCompileCache(join(import.meta.dirname, '../../../../.build/compile-cache'))
  const { carryOut } = await import('./carry-out.ts')
  process.exitCode = await carryOut(parsedArguments.request)
}

function complain(complaint: string): void {
  console.error(`kerf: ${escapeControlCharacters(complaint)} (bad_usage)\nSee: kerf --help`)
  process.exitCode = EXIT_BAD_USAGE
}
