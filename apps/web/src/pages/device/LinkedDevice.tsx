import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { useEffect, useState } from 'react'
import { deviceWords as words } from '#messages/clips/device.ts'
import { useFileDrop } from '../../browser/use-file-drop.ts'
import { pageTitle } from '../../data/navigation/page-title.ts'
import { leaveForFiles, OtherFile } from '../../features/device/OpenFile.tsx'
import { linkedFileName, useDeviceLink } from '../../features/device/use-device-link.ts'
import { DeviceResult, type DeviceWork } from './DeviceResult.tsx'

/** Cuts the media link in the address. Its site is the only one to which this page connects. */
export function LinkedDevice() {
  const { link, opened, refusal, retry } = useDeviceLink()
  const [work, setWork] = useState<DeviceWork>('none')
  const isCutting = work === 'cutting'
  const isDragged = useFileDrop(() => isCutting || leaveForFiles()) && !isCutting
  useEffect(() => {
    if (!opened) document.title = pageTitle('device')
  }, [opened])
  if (opened)
    return (
      <DeviceResult
        opened={opened}
        openingFile={null}
        notice={null}
        onFiles={leaveForFiles}
        onWork={setWork}
        isDragged={isDragged}
      />
    )
  return (
    <section className="hero page">
      <h1>{words.linked.title}</h1>
      {link && <p className="home-lead wrap-anywhere">{words.linked.lead(link.host)}</p>}
      <div className="mt-7 max-w-[900px]">
        {refusal === null ? (
          <p role="status" className="wrap-anywhere">
            {link && words.opening(linkedFileName(link))}
          </p>
        ) : (
          <Band
            icon={<CircleAlertIcon />}
            role="alert"
            action={
              <>
                {link && (
                  <Button variant="quiet" onClick={retry}>
                    {words.linked.retry}
                  </Button>
                )}
                <OtherFile />
              </>
            }
          >
            {refusal}
          </Band>
        )}
      </div>
    </section>
  )
}
