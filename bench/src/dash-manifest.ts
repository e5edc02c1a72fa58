import { basename } from 'node:path'
import type { BenchSource } from './bench-sources.ts'

/** A manifest for tools that take one address only; null for a source of one file. */
export function dashManifest({ videoPath, audioPath, seconds }: BenchSource): string | null {
  if (audioPath === null) return null
  return `<?xml version="1.0"?>
<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT${seconds}S">
 <Period>
  <AdaptationSet mimeType="video/mp4">
   <Representation id="v" codecs="avc1.640028" width="1920" height="1080" bandwidth="2700000">
    <BaseURL>${basename(videoPath)}</BaseURL>
   </Representation>
  </AdaptationSet>
  <AdaptationSet mimeType="audio/mp4">
   <Representation id="a" codecs="mp4a.40.2" audioSamplingRate="44100" bandwidth="128000">
    <BaseURL>${basename(audioPath)}</BaseURL>
   </Representation>
  </AdaptationSet>
 </Period>
</MPD>
`
}
