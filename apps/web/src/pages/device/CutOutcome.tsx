import { Band } from '@kerf/ui/Band'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { CheckIcon } from '@kerf/ui/icons/tool-icons'
import { deviceWords as words } from '#messages/clips/device.ts'
import { Receipt } from '../../controls/ClipReceipt.tsx'
import { roughSize } from '../../data/formatting/size.ts'
import type { ClipForm } from '../../features/device/clip-forms.ts'
import type { CutState } from '../../features/device/use-device-cut.ts'

/** The result of the last cut: the saved clip with its receipt, or the reason for a failure. */
export function CutOutcome({ state, form }: { state: CutState; form: ClipForm }) {
  if (state.kind === 'failed')
    return (
      <Band icon={<CircleAlertIcon />} role="alert">
        <b>{words.failed}</b> {state.refusal}
      </Band>
    )
  if (state.kind !== 'saved') return null
  const { clip, finished } = state
  return (
    <>
      <Band icon={<CheckIcon />}>
        <b>{words.saved}</b> <bdi>{clip.name}</bdi>, {roughSize(finished.file.size)}
      </Band>
      <div className="mt-4">
        <Receipt
          label={words.exactness}
          download={{ receipt: finished.receipt, expiresAt: null, format: form === 'video' ? 'mp4' : form }}
        />
      </div>
    </>
  )
}
