import { QUALITY_IDS } from '@kerf/domain/formats/quality'

export const USAGE = `kerf cut LINK [--from TIME] [--to TIME] [-q QUALITY] [-o FILE]

Cuts exactly the frames with from <= time < to out of a video, and the audio to the same instant.

  LINK               a file, the link of a media file, a YouTube link, or: sample
  -f, --from TIME    83.5, 1:23.5 or 1:02:03.5; where the link says, or the video, begins
  -t, --to TIME      the end, which does not belong to the clip; where the video ends
                     Several --from and --to make one clip of several ranges, in this order.
  -q, --quality Q    ${QUALITY_IDS.join(', ')} (an MP3); as large as it is
      --format F     mp4, mp3, gif, webp, png (the first frame), or original: its own codecs, in an MP4 or a WebM,
                     whose ending the file then gets; follows from the file's name and the quality
  -o, --output FILE  the clip; kerf_720p.mp4 and the like in this folder
      --force        replaces a file that is there already
      --dry-run      shows what would be copied and what re-encoded, and writes nothing
      --json         prints the receipt (or the plan) as JSON
      --version
  -h, --help

Ends with 0 when the clip is there, 1 when it could not be made, 2 when it was asked for in the wrong way.
YTDLP_PATH, OUTBOUND_PROXY, OUTBOUND_ALLOW, SSL_CERT_FILE and DATA_DIR mean what they mean to the server.`
