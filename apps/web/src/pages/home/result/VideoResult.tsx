import type { Video } from '@kerf/contract/video'
import { isPaying } from '@kerf/domain/access/viewer'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { TooltipProvider } from '@kerf/ui/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { askedWords, toolWords } from '#messages/clips/tool.ts'
import { messages } from '#messages/site.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { ProBanner } from '../../../controls/ProBanner.tsx'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { quotaQuery } from '../../../data/queries/calls.ts'
import { aspectOf, type Fit, isSilentVideo } from '../../../data/ranges/fit.ts'
import { isEffective, type RangeList, withAdded } from '../../../data/ranges/range-list.ts'
import { DownloadGrid, NEXT_STEP_PLACE } from '../../../features/download/DownloadGrid.tsx'
import { isOf, optionRows } from '../../../features/download/option-row.ts'
import { primaryAction } from '../../../features/download/primary-action.ts'
import { useDownloads } from '../../../features/download/use-downloads.ts'
import { useSourceCodec } from '../../../features/download/use-source-codec.ts'
import { useFrames } from '../../../features/frames/use-frames.ts'
import { showFreshResult } from '../../../features/open-link/use-process-link.ts'
import { PresetsLater } from '../../../features/presets/PresetsLater.tsx'
import { useWaveform, type WaveformState } from '../../../features/trim/drawing/use-waveform.ts'
import { Monitor } from '../../../features/trim/preview/Monitor.tsx'
import { useFollow, usePreview } from '../../../features/trim/preview/use-preview.ts'
import { TrimPanel } from '../../../features/trim/TrimPanel.tsx'
import type { End } from '../../../features/trim/timeline/move-trim-end.ts'
import { type Trim, useTrim } from '../../../features/trim/use-trim.ts'
import { VideoAbout, VideoAside } from './VideoAbout.tsx'

/** Most people cut one range at a time. */
const loadSeveral = () => import('./SeveralDownloads.tsx')

/** Few videos have words that can be read, and none are needed to cut. */
const loadTranscript = () => import('../../../features/transcript/TranscriptPanel.tsx')
/** Clips can be had without. */
const loadFitBar = () => import('../../../controls/fit/FitBar.tsx')
/** Few clips are cropped. */
const loadCropFrame = () => import('../../../features/crop/CropFrame.tsx')
/** Most clips are cut without. */
const loadEdges = () => import('../../../features/frames/EdgesPlayer.tsx')
const NO_TICKS: readonly number[] = []

/** The video, its trim panel and its downloads. */
export function VideoResult({ video }: { video: Video }) {
  const trim = useTrim(video)
  const preview = usePreview()
  const [playheadSeconds, setPlayhead] = useState(trim.range.startTime)
  // A clip from the middle is not what the thumbnail shows.
  const follow = useFollow(trim.range.startTime > 0 ? 'start' : null)
  const { waveform, onPieces } = useVideoWaveform(video)
  const frames = useFrames(video, follow.what !== null)
  const hasCaptions = video.captions.length > 0
  const transcript = useLoaded(loadTranscript, hasCaptions ? 'captions' : null)
  const [ticks, setTicks] = useState(NO_TICKS)
  const [spokenWords, setSpokenWords] = useState<readonly TranscriptWord[] | null>(null)
  const asked = useAskedPhrase(trim, hasCaptions)
  const { data: quota = null, isPending: quotaPending } = useQuery(quotaQuery)
  const viewer = quota?.viewer ?? 'anonymous'
  const sourceCodec = useSourceCodec(video.options, trim.choice)
  const downloads = useDownloads(video.id, sourceCodec.options, trim)
  const shown = { video, viewer, quota, downloads }
  const ranges = [trim.range]
  const rows = optionRows(sourceCodec.options, downloads, ranges)
  // A requested clip decides for its range, saved or not.
  const undecided = trim.changed && !downloads.list.some((download) => isOf(download, ranges, trim.choice))
  const primary = primaryAction(undecided, rows)
  const paying = isPaying(viewer)
  const [wantsPro, setWantsPro] = useState(false)
  const listed = trim.list.ranges.length
  const several = useLoaded(loadSeveral, listed > 0 ? listed : wantsPro ? 'pro note' : null)
  const listIsCut = paying && several !== null && isEffective(trim.list)
  function changeListIfPro(list: RangeList): void {
    // While the quota is loading, the list is changed: it says itself what plan it needs.
    if (paying || quotaPending) trim.changeList(list)
    else setWantsPro(true)
  }
  function stepTo(seconds: number): void {
    setPlayhead(Math.min(video.duration, seconds))
    follow.onFollow('step')
  }
  function take(what: End | 'range', wanted: TimeRange): TimeRange {
    follow.onFollow(what === 'end' ? 'end' : 'start')
    return trim.setTimes(what, wanted)
  }
  const aspect = aspectOf(video)
  const isAudioAlone = video.options.every(({ quality, access }) => quality === 'audio' || access === 'unavailable')
  const { fit } = trim.choice
  const changeFit = (now: Fit): void => trim.changeChoice({ ...trim.choice, fit: now })
  const cropping = useCropping(fit.crop !== undefined)
  const fitBar = useLoaded(loadFitBar, 'fit')
  const cropFrame = useLoaded(loadCropFrame, fit.crop === undefined ? null : 'cropped')
  const [edge, setEdge] = useState<End | null>(null)
  const edges = useLoaded(loadEdges, edge)
  function playEdges(): void {
    setEdge(follow.what === 'start' ? 'start' : 'end')
    document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
  }
  function togglePreview(): void {
    cropping.end()
    setEdge(null)
    preview.toggle()
  }
  useEffect(() => showFreshResult(video.id), [video])
  useEffect(() => {
    document.title = messages.layout.titleOfVideo(video.title)
  }, [video.title])

  return (
    <TooltipProvider openDelayMs={INTERACTION.tooltipOpenDelayMs} skipDelayMs={INTERACTION.tooltipSkipDelayMs}>
      <div id={NEXT_STEP_PLACE} />
      <div className="result-panels">
        <Monitor
          video={video}
          range={trim.range}
          follow={follow}
          open={preview.open}
          onToggle={togglePreview}
          playheadSeconds={playheadSeconds}
          onPlayhead={setPlayhead}
          onStep={stepTo}
          exactFrame={
            frames &&
            ((seconds, place) => (
              <frames.FrameCanvas store={frames.store} seconds={seconds} place={place} className="monitor-still" />
            ))
          }
          overlay={
            edge && edges ? (
              <edges.EdgesPlayer
                video={video}
                range={trim.range}
                audioTrack={trim.choice.audioTrack ?? undefined}
                end={edge}
                onEnd={setEdge}
                onClose={() => setEdge(null)}
              />
            ) : (
              cropFrame &&
              fit.crop !== undefined && (
                <cropFrame.CropFrame
                  aspect={aspect}
                  crop={fit.crop}
                  isHeld={cropping.isHeld}
                  onCrop={(crop) => changeFit({ ...fit, crop })}
                  onLeave={cropping.leave}
                />
              )
            )
          }
        />
        <VideoAbout video={video} />
        <div className="result-trim" data-captions={hasCaptions || undefined}>
          <div className="result-timeline">
            <p className="note not-empty:mt-4" role="status" dir="auto">
              {asked.sentence}
            </p>
            <TrimPanel
              video={video}
              trim={trim}
              playheadSeconds={playheadSeconds}
              onPlayhead={setPlayhead}
              follow={follow}
              onTake={take}
              waveform={waveform}
              onWaveform={onPieces}
              ticks={ticks}
              spokenWords={spokenWords}
              previewOpen={preview.open}
              onTogglePreview={togglePreview}
              onPlayEdges={isAudioAlone ? null : playEdges}
              exactFrame={
                frames &&
                ((seconds, place) => (
                  <frames.FrameCanvas store={frames.store} seconds={seconds} place={place} className="end-frame" />
                ))
              }
              applyIsNext={!listIsCut && primary.at === 'apply'}
              mayAdd={paying}
              onAddRange={() => changeListIfPro(withAdded(trim.list, trim.range))}
              onCutEach={(each) => changeListIfPro({ ranges: each, editing: null, separate: true })}
            />
            {several && (
              <several.SeveralRanges
                trim={trim}
                viewer={quotaPending ? null : viewer}
                onFollow={() => follow.onFollow('start')}
              />
            )}
            <div className="min-h-14">
              {fitBar && (
                <fitBar.FitBar
                  fit={fit}
                  aspect={aspect}
                  onFit={changeFit}
                  onFrame={cropping.begin}
                  isSilent={isSilentVideo(video)}
                >
                  <PresetsLater video={video} choice={trim.choice} onChoose={trim.changeChoice} />
                </fitBar.FitBar>
              )}
            </div>
            {!hasCaptions && <p className="note mt-3">{toolWords.result.noCaptions}</p>}
          </div>
          {hasCaptions && (
            <div className="result-words">
              {transcript && (
                <transcript.TranscriptPanel
                  video={video}
                  range={trim.range}
                  playheadSeconds={playheadSeconds}
                  loudness={waveform === 'coming' ? null : waveform}
                  onTake={take}
                  onTicks={setTicks}
                  captions={trim.choice.captions ?? ''}
                  onCaptions={(captions) => trim.changeChoice({ ...trim.choice, captions })}
                  onSpokenWords={setSpokenWords}
                  asked={trim.phrase}
                  onAsked={asked.settle}
                  onUnread={asked.fail}
                />
              )}
            </div>
          )}
        </div>
        <VideoAside video={video} signedOut={!quotaPending && viewer === 'anonymous'} />
        <div className="result-download">
          {listIsCut ? (
            <several.SeveralDownloads {...shown} list={trim.list} />
          ) : (
            <DownloadGrid
              {...shown}
              ranges={ranges}
              rows={rows}
              sourceCodec={sourceCodec}
              nextQuality={primary.at === 'option' ? primary.quality : null}
              withMore
            />
          )}
          <ProBanner />
        </div>
      </div>
    </TooltipProvider>
  )
}

/** Whether the frame that crops the video is being moved. Whoever is done goes on where they began. */
function useCropping(isCropped: boolean) {
  const [begunBy, setBegunBy] = useState<Element | null>(null)
  return {
    isHeld: begunBy !== null && isCropped,
    begin: () => setBegunBy(document.activeElement),
    end: () => setBegunBy(null),
    leave() {
      setBegunBy(null)
      if (begunBy instanceof HTMLElement) begunBy.focus()
    },
  }
}

/** The phrase that the address asks for: looked for, and what is said of it then. */
function useAskedPhrase({ phrase, forgetPhrase }: Pick<Trim, 'phrase' | 'forgetPhrase'>, hasCaptions: boolean) {
  const [missing, setMissing] = useState<string | null>(null)
  const [unread, setUnread] = useState(false)
  const settle = useCallback(
    (isFound: boolean) => {
      setMissing(isFound ? null : phrase)
      forgetPhrase()
    },
    [phrase, forgetPhrase],
  )
  const fail = useCallback(() => setUnread(true), [])
  useEffect(() => {
    if (phrase !== null && !hasCaptions) settle(false)
  }, [phrase, hasCaptions, settle])
  const absent = hasCaptions ? askedWords.notSaid : askedWords.noCaptions
  const state = missing === null ? null : absent(missing)
  // Captions that could not be read say so themselves, and may be asked for again.
  return { settle, fail, sentence: phrase === null ? state : unread ? null : askedWords.seeking(phrase) }
}

/** The waveform of a video as a whole, or of a long one as far as its pieces have come. */
function useVideoWaveform({ waveform }: Video): { waveform: WaveformState; onPieces: (pieces: WaveformState) => void } {
  const { address = null, inPieces } = waveform ?? {}
  const [pieces, onPieces] = useState<WaveformState>('coming')
  const whole = useWaveform(inPieces ? null : address)
  return { waveform: inPieces ? pieces : whole, onPieces }
}
