import { TooltipProvider } from '@kerf/ui/Tooltip'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import { messages } from '#messages/site.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import type { FileChoice } from '../../browser/use-file-drop.ts'
import { useLeaveQuestion } from '../../browser/use-leave-question.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { PLAIN_CLIP } from '../../data/ranges/clip-choice.ts'
import { aspectOf, type Fit } from '../../data/ranges/fit.ts'
import { isEffective, withAdded } from '../../data/ranges/range-list.ts'
import { useCropping } from '../../features/crop/use-cropping.ts'
import { DeviceFit } from '../../features/device/DeviceFit.tsx'
import {
  clipSpecOf,
  type DeviceFormat,
  deviceFormatsFor,
  fadedTracks,
  fitOfForm,
} from '../../features/device/device-formats.ts'
import { OpenFile, OtherFile } from '../../features/device/OpenFile.tsx'
import { PlanNote, SaveBar } from '../../features/device/SaveBar.tsx'
import { useCutRequestPlan, useDeviceCut } from '../../features/device/use-device-cut.ts'
import type { OpenedFile } from '../../features/device/use-device-file.ts'
import { peaksReader, useDeviceFrames, useFilmstrip } from '../../features/device/use-device-previews.ts'
import { useExactFrame } from '../../features/frames/use-exact-frame.tsx'
import type { WaveformState } from '../../features/trim/drawing/use-waveform.ts'
import { useSegmentedWaveform } from '../../features/trim/drawing/waveform-pieces.ts'
import { Monitor } from '../../features/trim/preview/Monitor.tsx'
import { useFollow, usePreview } from '../../features/trim/preview/use-preview.ts'
import { TrimFolds } from '../../features/trim/TrimFolds.tsx'
import { TrimPanel } from '../../features/trim/TrimPanel.tsx'
import { TrimTimes } from '../../features/trim/TrimTimes.tsx'
import { endWorkedOn, useTrimPanel } from '../../features/trim/use-trim-panel.ts'
import { useTrimState } from '../../features/trim/use-trim-state.ts'
import '../../controls/workspace.css'

/** Work on the open file that another file would end. */
export type DeviceWork = 'none' | 'cutting' | 'unsaved'

interface DeviceResultProps {
  opened: OpenedFile
  /** Another file that is being opened. */
  openingFile: File | null
  /** Message about the last chosen file. */
  notice: ReactNode
  onFiles: (choice: FileChoice) => void
  onWork: (work: DeviceWork) => void
  /** Whether a file is dragged over the page. */
  isDragged: boolean
}

/** Loads the code for several ranges on demand, because most people cut one range at a time. */
const loadSeveral = () => import('../../features/trim/ranges/SeveralRanges.tsx')
const loadKeySheet = () => import('../../features/trim/KeySheet.tsx')
/** Loads the crop frame on demand, because few clips are cropped. */
const loadCropFrame = () => import('../../features/crop/CropFrame.tsx')
const loadOutcome = () => import('./CutOutcome.tsx')
const NO_TICKS: readonly number[] = []

/** The trim screen of a local file or a link. */
export function DeviceResult({ opened, openingFile, notice, onFiles, onWork, isDragged }: DeviceResultProps) {
  const { facts, file, engine } = opened
  const filmstrip = useFilmstrip(opened)
  const preview = usePreview()
  // A video element for a still would read more of a link than its frames need.
  const isPlayable = opened.host === null || preview.open
  const video = useMemo(
    () => ({ ...opened.video, filmstrip, preview: isPlayable ? opened.video.preview : null }),
    [opened.video, filmstrip, isPlayable],
  )
  const trim = useTrimState(video.duration, () => ({
    range: { startTime: video.startTime, endTime: video.endTime },
    list: opened.list,
    choice: PLAIN_CLIP,
    phrase: null,
  }))
  const { range, list } = trim
  const { fit } = trim.choice
  const aspect = aspectOf(video)
  const changeFit = (newFit: Fit): void => trim.changeChoice({ ...trim.choice, fit: newFit })
  const [playheadSeconds, setPlayhead] = useState(0)
  const follow = useFollow('start')
  const hasFrames = facts.video !== null
  const exactFrame = useExactFrame(useDeviceFrames(opened), video.duration, hasFrames)
  const [waveform, setWaveform] = useState<WaveformState>(video.waveform ? 'coming' : null)
  const several = useLoaded(loadSeveral, list.ranges.length > 0 ? 'listed' : null)

  const forms = deviceFormatsFor(facts)
  const [form, setForm] = useState<DeviceFormat>(forms[0] ?? 'video')
  const ranges = isEffective(list) ? list.ranges : [range]
  const order = { ranges, spec: clipSpecOf(form, file.name, fit, aspect) }
  const plan = useCutRequestPlan(opened, order)
  const cutting = useDeviceCut(opened)
  const outcome = useLoaded(loadOutcome, cutting.state.kind === 'idle' ? null : 'begun')
  const save = useRef<(() => void) | null>(null)
  const isCutting = cutting.state.kind === 'cutting'
  const work = isCutting ? 'cutting' : cutting.state.kind === 'made' ? 'unsaved' : 'none'
  useLeaveQuestion(work !== 'none')
  useEffect(() => {
    onWork(work)
    return () => onWork('none')
  }, [work, onWork])

  const mayCrop = form === 'video'
  const isCropped = mayCrop && fit.crop !== undefined
  const cropping = useCropping(isCropped)
  const cropFrame = useLoaded(loadCropFrame, isCropped ? 'cropped' : null)

  const addRange = (): void => trim.changeList(withAdded(list, range))
  const [isKeySheetOpen, setKeySheetOpen] = useState(false)
  const keySheet = useLoaded(loadKeySheet, isKeySheetOpen ? 'asked' : null)
  const panel = useTrimPanel({
    video,
    trim,
    playheadSeconds,
    onPlayhead: setPlayhead,
    follow,
    waveform,
    spokenWords: null,
    onTogglePreview: preview.toggle,
    onAddRange: addRange,
    onDownload: () => save.current?.(),
    onKeySheet: () => setKeySheetOpen(true),
    onPace: preview.onPace,
  })
  const readSegment = useMemo(
    () => (opened.video.waveform ? peaksReader(engine, opened.video) : null),
    [engine, opened.video],
  )
  useSegmentedWaveform(readSegment, opened.video, panel.view, setWaveform)

  function takeTimes(...[what, times]: Parameters<typeof trim.setTimes>) {
    follow.onFollow(what === 'end' ? 'end' : 'start')
    return trim.setTimes(what, times)
  }
  function onBlur(event: FocusEvent): void {
    const blurredEnd = endWorkedOn(event.target)
    if (blurredEnd !== null && blurredEnd !== endWorkedOn(event.relatedTarget)) follow.onLeave(blurredEnd)
  }
  function stepTo(seconds: number): void {
    setPlayhead(Math.min(video.duration, seconds))
    follow.onFollow('step')
  }
  useEffect(() => {
    document.title = messages.layout.titleOfVideo(video.title)
  }, [video.title])
  const sourceWords = opened.host === null ? words.nothingSent : words.linked.source(opened.host)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])

  return (
    <TooltipProvider openDelayMs={INTERACTION.tooltipOpenDelayMs} skipDelayMs={INTERACTION.tooltipSkipDelayMs}>
      <div className="page result" id="video-interface">
        <div className="device-bar" data-dropping={isDragged || undefined}>
          <p className="text-small text-ink-2" role="status">
            {isCutting ? words.busy : openingFile ? words.opening(openingFile.name) : sourceWords}
          </p>
          {opened.host === null ? <OpenFile onFiles={onFiles} isSlim isDisabled={isCutting} /> : <OtherFile isSlim />}
        </div>
        {notice}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler only notices that the focus has left an end. */}
        <div className="result-panels" onBlur={onBlur}>
          <Monitor
            video={video}
            range={range}
            follow={follow}
            preview={preview}
            onOpen={preview.toggle}
            playheadSeconds={playheadSeconds}
            onPlayhead={setPlayhead}
            onStep={stepTo}
            exactFrame={exactFrame}
            overlay={
              cropFrame &&
              isCropped &&
              fit.crop !== undefined && (
                <cropFrame.CropFrame
                  aspect={aspect}
                  crop={fit.crop}
                  isHeld={cropping.isHeld}
                  onCrop={(crop) => changeFit({ ...fit, crop })}
                  onLeave={cropping.leave}
                />
              )
            }
          />
          <div className="about">
            <h1 ref={title} tabIndex={-1} className="device-title line-clamp-2 wrap-anywhere" dir="auto" translate="no">
              {video.title}
            </h1>
            <PlanNote plan={plan} />
          </div>
          <div className="result-side">
            <TrimTimes
              trim={trim}
              saving={null}
              panel={panel}
              previewOpen={preview.open}
              onTogglePreview={preview.toggle}
              onPlayEdges={null}
              hasFrames={hasFrames}
              exactFrame={exactFrame}
            />
            <SaveBar
              opened={opened}
              order={order}
              plan={plan}
              forms={forms}
              form={form}
              fit={fitOfForm(fit, form)}
              onForm={setForm}
              cutting={cutting}
              action={save}
            />
          </div>
          <div className="result-trim mt-3">
            <TrimPanel
              video={video}
              trim={trim}
              panel={panel}
              playheadSeconds={playheadSeconds}
              follow={follow}
              onTake={takeTimes}
              waveform={waveform}
              onWaveform={setWaveform}
              ticks={NO_TICKS}
              marksLayer={null}
              exactFrame={exactFrame}
              mayAdd
              onCutEach={null}
            />
            {several && (
              <several.SeveralRanges
                trim={trim}
                viewer="pro"
                maySeparate={false}
                onFollow={() => follow.onFollow('start')}
              />
            )}
          </div>
          <div className="result-folds">
            <TrimFolds
              video={video}
              trim={trim}
              panel={panel}
              mayAdd
              onAddRange={addRange}
              onKeySheet={() => setKeySheetOpen(true)}
              marks={null}
              marksBelow={null}
              fit={
                <DeviceFit
                  fit={fit}
                  form={form}
                  fades={fadedTracks(form, facts)}
                  aspect={aspect}
                  onFit={changeFit}
                  onFrame={cropping.begin}
                />
              }
            />
          </div>
          <div ref={keepFocus} className="result-download mt-4" tabIndex={-1}>
            {outcome && <outcome.CutOutcome state={cutting.state} onSave={cutting.save} />}
          </div>
        </div>
      </div>
      {isKeySheetOpen && keySheet && <keySheet.KeySheet onClose={() => setKeySheetOpen(false)} />}
    </TooltipProvider>
  )
}
