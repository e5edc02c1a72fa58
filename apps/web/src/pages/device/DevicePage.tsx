import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { lazy, Suspense, useEffect, useState } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import { isLinkDocument } from '../../browser/device-file.ts'
import { useFileDrop } from '../../browser/use-file-drop.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { pageTitle } from '../../data/navigation/page-title.ts'
import { keepForOffline } from '../../features/device/keep-for-offline.ts'
import { OpenFile } from '../../features/device/OpenFile.tsx'
import { useDeviceFile } from '../../features/device/use-device-file.ts'
import './device.css'

const DeviceResult = lazy(() => import('./DeviceResult.tsx').then((module) => ({ default: module.DeviceResult })))

const LinkedDevice = lazy(() => import('./LinkedDevice.tsx').then((module) => ({ default: module.LinkedDevice })))

/** Page on which files of this device are cut, or the link in its address. */
export function DevicePage() {
  useEffect(keepForOffline, [])
  // The prerendered page is that for files.
  return useIsHydrated() && isLinkDocument() ? <LinkedDevice /> : <DeviceFiles />
}

/** Cuts files of this device. It connects to nothing. */
function DeviceFiles() {
  const { state, open } = useDeviceFile()
  const { opened, openingFile, refusal } = state
  const [isCutting, setCutting] = useState(false)
  const isDragged = useFileDrop((file) => isCutting || open(file)) && !isCutting
  useEffect(() => {
    if (!opened) document.title = pageTitle('device')
  }, [opened])
  const notice = refusal !== null && (
    <Band icon={<CircleAlertIcon />} role="alert">
      {refusal}
    </Band>
  )
  if (opened)
    return (
      <Suspense fallback={<Opening name={opened.file.name} />}>
        <DeviceResult
          key={opened.video.preview}
          opened={opened}
          openingFile={openingFile}
          notice={notice}
          onFile={open}
          onCutting={setCutting}
          isDragged={isDragged}
        />
      </Suspense>
    )
  if (openingFile) return <Opening name={openingFile.name} />
  return (
    <section className="hero page">
      <h1>{words.title}</h1>
      <p className="home-lead">{words.lead}</p>
      <div className="device-drop" data-dropping={isDragged || undefined}>
        <OpenFile onFile={open} />
        <p className="text-small text-ink-2">{words.orDrop}</p>
      </div>
      <div className="mt-4 max-w-[900px]">{notice}</div>
    </section>
  )
}

function Opening({ name }: { name: string }) {
  return (
    <div className="page result">
      <div className="result-loading" role="status" aria-label={words.opening(name)} />
    </div>
  )
}
