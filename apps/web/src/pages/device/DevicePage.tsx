import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import { isLinkDocument } from '../../browser/device-file.ts'
import { type FileChoice, useFileDrop } from '../../browser/use-file-drop.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { pageTitle } from '../../data/navigation/page-title.ts'
import { browserRefusal } from '../../features/device/device-refusal.ts'
import { keepForOffline } from '../../features/device/keep-for-offline.ts'
import { OpenFile } from '../../features/device/OpenFile.tsx'
import { useDeviceFile } from '../../features/device/use-device-file.ts'
import type { DeviceWork } from './DeviceResult.tsx'
import './device.css'

const DeviceResult = lazy(() => import('./DeviceResult.tsx').then((module) => ({ default: module.DeviceResult })))

const LinkedDevice = lazy(() => import('./LinkedDevice.tsx').then((module) => ({ default: module.LinkedDevice })))

/** Page that cuts local files, or the link in its address. */
export function DevicePage() {
  useEffect(keepForOffline, [])
  // The prerendered page is that for files.
  return useIsHydrated() && isLinkDocument() ? <LinkedDevice /> : <DeviceFiles />
}

/** Cuts local files. It connects to nothing. */
function DeviceFiles() {
  const { state, choice, open } = useDeviceFile()
  const { opened, openingFile, refusal } = state
  const [work, setWork] = useState<DeviceWork>('none')
  /** Files that wait until the clip is saved, or given up. */
  const [waitingChoice, setWaitingChoice] = useState<FileChoice | null>(null)
  function chooseFiles(newChoice: FileChoice): void {
    if (work === 'unsaved' && newChoice.file) setWaitingChoice(newChoice)
    else if (work !== 'cutting') open(newChoice)
  }
  function answer(mayOpen: boolean): void {
    if (waitingChoice && mayOpen) open(waitingChoice)
    setWaitingChoice(null)
  }
  useEffect(() => {
    if (!waitingChoice || work !== 'none') return
    setWaitingChoice(null)
    open(waitingChoice)
  }, [waitingChoice, work, open])
  const isDragged = useFileDrop(chooseFiles) && work !== 'cutting'
  useEffect(() => {
    if (!opened) document.title = pageTitle('device')
  }, [opened])
  const isHydrated = useIsHydrated()
  const browserFault = isHydrated ? browserRefusal() : null
  const notice = waitingChoice?.file ? (
    <UnsavedQuestion name={waitingChoice.file.name} onAnswer={answer} />
  ) : refusal !== null ? (
    <Band icon={<CircleAlertIcon />} role="alert">
      {refusal}
    </Band>
  ) : (
    choice?.file && choice.fileCount > 1 && <Band icon={<CircleAlertIcon />}>{words.oneAtATime(choice.file.name)}</Band>
  )
  if (opened)
    return (
      <Suspense fallback={<Opening name={opened.file.name} />}>
        <DeviceResult
          key={opened.video.preview}
          opened={opened}
          openingFile={openingFile}
          notice={notice}
          onFiles={chooseFiles}
          onWork={setWork}
          isDragged={isDragged}
        />
      </Suspense>
    )
  if (openingFile) return <Opening name={openingFile.name} />
  return (
    <section className="hero page">
      <h1>{words.title}</h1>
      <p className="home-lead">{words.lead}</p>
      {browserFault === null ? (
        <>
          <div className="device-drop" data-dropping={isDragged || undefined}>
            <OpenFile onFiles={chooseFiles} />
            <p className="text-small text-ink-2">{words.orDrop}</p>
          </div>
          <div className="mt-4 max-w-[900px]">{notice}</div>
        </>
      ) : (
        <div className="mt-7 max-w-[900px]">
          <Band icon={<CircleAlertIcon />} role="alert">
            {browserFault}
          </Band>
        </div>
      )}
    </section>
  )
}

/** Asks whether another file is opened although the clip is not saved. */
function UnsavedQuestion({ name, onAnswer }: { name: string; onAnswer: (mayOpen: boolean) => void }) {
  return (
    <Band
      icon={<CircleAlertIcon />}
      role="alert"
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => onAnswer(true)}>
            {words.openWithout}
          </Button>
          <Button variant="quiet" onClick={() => onAnswer(false)}>
            {words.stay}
          </Button>
        </div>
      }
    >
      {words.unsaved(name)}
    </Band>
  )
}

function Opening({ name }: { name: string }) {
  return (
    <div className="page result">
      <div className="result-loading" role="status" aria-label={words.opening(name)} />
    </div>
  )
}
