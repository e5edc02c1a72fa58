import type { Video } from '@kerf/contract/video'
import { isPaying } from '@kerf/domain/access/viewer'
import type { TranscriptWord } from '@kerf/domain/captions/transcript-words'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { TooltipProvider } from '@kerf/ui/Tooltip'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { messages } from '#messages/site.ts'
import { useLoaded } from '../../../browser/use-loaded.ts'
import { ProBanner } from '../../../controls/ProBanner.tsx'
import { INTERACTION } from '../../../data/interaction-numbers.ts'
import { quotaQuery } from '../../../data/queries/calls.ts'
import { offeredOption } from '../../../data/ranges/clip-form.ts'
import { aspectOf, type Fit, isAudioOnly, isSilentVideo } from '../../../data/ranges/fit.ts'
import { isEffective, NO_RANGES, type RangeList, withAdded } from '../../../data/ranges/range-list.ts'
import { useCropping } from '../../../features/crop/use-cropping.ts'
import { ACTION_BAR_ID } from '../../../features/download/ActionBar.tsx'
import { DownloadGrid } from '../../../features/download/DownloadGrid.tsx'
import { useDownloads } from '../../../features/download/use-downloads.ts'
import { useSourceCodec } from '../../../features/download/use-source-codec.ts'
import { serverFrames } from '../../../features/frames/server-frames.ts'
import { useExactFrame } from '../../../features/frames/use-exact-frame.tsx'
import { scrollToNewResult } from '../../../features/open-link/use-process-link.ts'
import { LazyPresets } from '../../../features/presets/LazyPresets.tsx'
import { Monitor } from '../../../features/trim/preview/Monitor.tsx'
import { useFollow, usePreview } from '../../../features/trim/preview/use-preview.ts'
import { TrimFolds } from '../../../features/trim/TrimFolds.tsx'
import { TrimPanel } from '../../../features/trim/TrimPanel.tsx'
import { TrimTimes } from '../../../features/trim/TrimTimes.tsx'
import type { End } from '../../../features/trim/timeline/move-trim-end.ts'
import { useTrim } from '../../../features/trim/use-trim.ts'
import { endWorkedOn, useTrimPanel } from '../../../features/trim/use-trim-panel.ts'
import { usePhraseInAddress } from './use-phrase-in-address.ts'
import { useVideoWaveform } from './use-video-waveform.ts'
import { VideoAbout, VideoAside } from './VideoAbout.tsx'

/** Loads the code for several ranges on demand, because most people cut one range at a time. */
const loadSeveral = () => import('./SeveralDownloads.tsx')

/** Loads the transcript on demand, because many videos have none. */
const loadTranscript = () => import('../../../features/transcript/TranscriptPanel.tsx')
/** Loads the fit bar after the page, because clips can be cut without it. */
const loadFitBar = () => import('../../../controls/fit/FitBar.tsx')
/** Loads the crop frame on demand, because few clips are cropped. */
const loadCropFrame = () => import('../../../features/crop/CropFrame.tsx')
/** Loads the player of a clip's edges on demand, because most clips are cut without it. */
const loadEdges = () => import('../../../features/frames/EdgesPlayer.tsx')
/** Loads the list of keys on demand. */
const loadKeySheet = () => import('../../../features/trim/KeySheet.tsx')
/** Loads the marks after the page, because a clip can be cut without them. */
const loadMarks = () => import('../../../features/trim/marks/Marks.tsx')
/** Loads the buttons of live streams only for these. */
const loadLiveParts = () => import('../../../features/trim/LiveParts.tsx')
const NO_TICKS: readonly number[] = []

/** The video, its trim panel and its downloads. */
export function VideoResult({ video }: { video: Video }) {
  const trim = useTrim(video)
  const preview = usePreview()
  const [playheadSeconds, setPlayhead] = useState(trim.range.startTime)
  // If the range does not begin at 0, the monitor shows its first frame instead of the video's thumbnail.
  const follow = useFollow(trim.range.startTime > 0 ? 'start' : null)
  const { waveform, onPieces } = useVideoWaveform(video)
  const hasCaptions = video.captions.length > 0
  const transcriptModule = useLoaded(loadTranscript, hasCaptions ? 'captions' : null)
  const [ticks, setTicks] = useState(NO_TICKS)
  const [spokenWords, setSpokenWords] = useState<readonly TranscriptWord[] | null>(null)
  const phraseSearch = usePhraseInAddress(trim, hasCaptions)
  const { data: quota = null, isPending: quotaPending } = useQuery(quotaQuery)
  const viewer = quota?.viewer ?? 'anonymous'
  const sourceCodec = useSourceCodec(video.options, trim.choice)
  const downloads = useDownloads(video.id, sourceCodec.options, trim)
  const barOption = offeredOption(sourceCodec.options, downloads.form)
  const hasFrames = !isAudioOnly(video)
  const quality = barOption?.quality
  const frames = useMemo(() => serverFrames(video.id, quality), [video.id, quality])
  const exactFrame = useExactFrame(frames, video.duration, hasFrames && follow.what !== null)
  const [opened, onOpened] = useState<boolean | null>(null)
  const barAction = useRef<(() => void) | null>(null)
  const gridProps = { video, viewer, quota, downloads, opened, onOpened, barAction }
  const isPayingViewer = isPaying(viewer)
  const [wantsPro, setWantsPro] = useState(false)
  const listedCount = trim.list.ranges.length
  const severalModule = useLoaded(loadSeveral, listedCount > 0 ? listedCount : wantsPro ? 'pro note' : null)
  const isListCut = isPayingViewer && severalModule !== null && isEffective(trim.list)
  function changeListIfPro(list: RangeList): void {
    // While the quota is loading, the list may change, because it shows itself which plan it needs.
    if (isPayingViewer || quotaPending) trim.changeList(list)
    else setWantsPro(true)
  }
  function stepTo(seconds: number): void {
    setPlayhead(Math.min(video.duration, seconds))
    follow.onFollow('step')
  }
  function takeTimes(rangeEnd: End | 'range', newTimes: TimeRange): TimeRange {
    follow.onFollow(rangeEnd === 'end' ? 'end' : 'start')
    return trim.setTimes(rangeEnd, newTimes)
  }
  const { liveAt } = video
  const liveParts = useLoaded(loadLiveParts, liveAt ?? null)
  const hasMarks = video.hasMoreMarks || (video.marks ?? []).length > 0
  const marks = useLoaded(loadMarks, hasMarks || video.waveform ? 'marks' : null)
  function keepRanges(ranges: readonly TimeRange[]): boolean {
    const [first, ...furtherRanges] = ranges
    if (first && furtherRanges.length === 0) {
      trim.changeList(NO_RANGES)
      takeTimes('range', first)
      return true
    }
    changeListIfPro({ ranges, editing: null, separate: false })
    return isPayingViewer
  }
  const marksProps = { video, trim, waveform, mayAdd: isPayingViewer, onTake: takeTimes, onKeep: keepRanges }
  const aspect = aspectOf(video)
  const { fit } = trim.choice
  const changeFit = (newFit: Fit): void => trim.changeChoice({ ...trim.choice, fit: newFit })
  const cropping = useCropping(fit.crop !== undefined)
  const fitBarModule = useLoaded(loadFitBar, 'fit')
  const cropFrameModule = useLoaded(loadCropFrame, fit.crop === undefined ? null : 'cropped')
  const [edge, setEdge] = useState<End | null>(null)
  const edgesModule = useLoaded(loadEdges, edge)
  function playEdges(): void {
    setEdge(follow.what === 'start' ? 'start' : 'end')
    document.getElementById('monitor')?.scrollIntoView({ block: 'nearest' })
  }
  function openPreview(openPlayer: () => void): void {
    cropping.end()
    setEdge(null)
    openPlayer()
  }
  const togglePreview = (): void => openPreview(preview.toggle)
  const addRange = (): void => changeListIfPro(withAdded(trim.list, trim.range))
  const [isKeySheetOpen, setKeySheetOpen] = useState(false)
  const keySheetModule = useLoaded(loadKeySheet, isKeySheetOpen ? 'asked' : null)
  const panel = useTrimPanel({
    video,
    trim,
    playheadSeconds,
    onPlayhead: setPlayhead,
    follow,
    waveform,
    spokenWords,
    onTogglePreview: togglePreview,
    onAddRange: addRange,
    onDownload: () => barAction.current?.(),
    onKeySheet: () => setKeySheetOpen(true),
    onPace: (pace) => openPreview(() => preview.onPace(pace)),
  })
  function onBlur(event: FocusEvent): void {
    const blurredEnd = endWorkedOn(event.target)
    if (blurredEnd !== null && blurredEnd !== endWorkedOn(event.relatedTarget)) follow.onLeave(blurredEnd)
  }
  useEffect(() => scrollToNewResult(video.id), [video])
  useEffect(() => {
    document.title = messages.layout.titleOfVideo(video.title)
  }, [video.title])

  return (
    <TooltipProvider openDelayMs={INTERACTION.tooltipOpenDelayMs} skipDelayMs={INTERACTION.tooltipSkipDelayMs}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only notices that the focus has left an end. */}
      <div className="result-panels" data-captions={hasCaptions || undefined} onBlur={onBlur}>
        <Monitor
          video={video}
          range={trim.range}
          follow={follow}
          preview={preview}
          onOpen={togglePreview}
          playheadSeconds={playheadSeconds}
          onPlayhead={setPlayhead}
          onStep={stepTo}
          exactFrame={exactFrame}
          overlay={
            edge && edgesModule ? (
              <edgesModule.EdgesPlayer
                video={video}
                range={trim.range}
                audioTrack={trim.choice.audioTrack ?? undefined}
                end={edge}
                onEnd={setEdge}
                onClose={() => setEdge(null)}
              />
            ) : (
              cropFrameModule &&
              fit.crop !== undefined && (
                <cropFrameModule.CropFrame
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
        <div className="result-side">
          <TrimTimes
            trim={trim}
            saving={{ isRunning: trim.applying, save: trim.apply }}
            panel={panel}
            previewOpen={preview.open}
            onTogglePreview={togglePreview}
            onPlayEdges={hasFrames ? playEdges : null}
            hasFrames={hasFrames}
            exactFrame={exactFrame}
          />
          <div id={ACTION_BAR_ID} />
        </div>
        <div className="result-trim">
          <p className="note not-empty:mt-4" role="status" dir="auto">
            {phraseSearch.sentence}
          </p>
          {liveAt && (
            <div className="live-parts">
              {liveParts && <liveParts.LiveParts video={video} liveAt={liveAt} range={trim.range} onTake={takeTimes} />}
            </div>
          )}
          <TrimPanel
            video={video}
            trim={trim}
            panel={panel}
            playheadSeconds={playheadSeconds}
            follow={follow}
            onTake={takeTimes}
            waveform={waveform}
            onWaveform={onPieces}
            ticks={ticks}
            marksLayer={marks && hasMarks ? (layout) => <marks.MarksLayer video={video} layout={layout} /> : null}
            exactFrame={exactFrame}
            mayAdd={isPayingViewer}
            onCutEach={(each) => changeListIfPro({ ranges: each, editing: null, separate: true })}
          />
          {severalModule && (
            <severalModule.SeveralRanges
              trim={trim}
              viewer={quotaPending ? null : viewer}
              onFollow={() => follow.onFollow('start')}
            />
          )}
        </div>
        <div className="result-folds">
          <TrimFolds
            video={video}
            trim={trim}
            panel={panel}
            mayAdd={isPayingViewer}
            onAddRange={addRange}
            onKeySheet={() => setKeySheetOpen(true)}
            marks={marks && <marks.MarksFold {...marksProps} />}
            marksBelow={marks && <marks.MarksBelow {...marksProps} />}
            fit={
              fitBarModule && (
                <fitBarModule.FitBar
                  fit={fit}
                  aspect={aspect}
                  onFit={changeFit}
                  onFrame={cropping.begin}
                  isSilent={isSilentVideo(video)}
                >
                  <LazyPresets
                    video={video}
                    options={sourceCodec.options}
                    form={barOption}
                    onForm={downloads.chooseForm}
                    choice={trim.choice}
                    onChoose={trim.changeChoice}
                  />
                </fitBarModule.FitBar>
              )
            }
          />
          {!hasCaptions && <p className="note">{toolWords.result.noCaptions}</p>}
        </div>
        {hasCaptions && (
          <div className="result-words">
            {transcriptModule && (
              <transcriptModule.TranscriptPanel
                video={video}
                range={trim.range}
                playheadSeconds={playheadSeconds}
                loudness={waveform === 'coming' ? null : waveform}
                onTake={takeTimes}
                onTicks={setTicks}
                captions={trim.choice.captions ?? ''}
                onCaptions={(captions) => trim.changeChoice({ ...trim.choice, captions })}
                onSpokenWords={setSpokenWords}
                phrase={trim.phrase}
                onSearched={phraseSearch.settle}
                onUnread={phraseSearch.fail}
              />
            )}
          </div>
        )}
        <div className="result-download">
          {isListCut ? (
            <severalModule.SeveralDownloads {...gridProps} list={trim.list} />
          ) : (
            <DownloadGrid {...gridProps} ranges={[trim.range]} sourceCodec={sourceCodec} withMore />
          )}
        </div>
        <VideoAside video={video} signedOut={!quotaPending && viewer === 'anonymous'} />
        <div className="result-banner">
          <ProBanner />
        </div>
      </div>
      {isKeySheetOpen && keySheetModule && <keySheetModule.KeySheet onClose={() => setKeySheetOpen(false)} />}
    </TooltipProvider>
  )
}
