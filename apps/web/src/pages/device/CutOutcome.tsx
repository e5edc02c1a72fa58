import { Band } from '@kerf/ui/Band'
import { Button } from '@kerf/ui/Button'
import { CircleAlertIcon } from '@kerf/ui/icons/icons'
import { CheckIcon } from '@kerf/ui/icons/tool-icons'
import { deviceWords as words } from '#messages/clips/device.ts'
import { Receipt } from '../../controls/ClipReceipt.tsx'
import { roughSize } from '../../data/formatting/size.ts'
import type { CutState, MadeClip } from '../../features/device/use-device-cut.ts'

/** The result of the last cut: the clip with its receipt, or the reason for a failure. */
export function CutOutcome({ state, onSave }: { state: CutState; onSave: (made: MadeClip) => void }) {
  if (state.kind === 'failed')
    return (
      <Band icon={<CircleAlertIcon />} role="alert">
        <b>{words.failed}</b> {state.refusal}
      </Band>
    )
  if (state.kind !== 'made' && state.kind !== 'saved') return null
  const { clip, form, fit, finished } = state
  const isSaved = state.kind === 'saved'
  return (
    <>
      {!isSaved && state.refusal !== null && (
        <div className="mb-4">
          <Band icon={<CircleAlertIcon />} role="alert">
            {state.refusal}
          </Band>
        </div>
      )}
      <Band
        icon={<CheckIcon />}
        action={
          !isSaved && (
            <Button variant="primary" onClick={() => onSave(state)}>
              {words.choosePlace}
            </Button>
          )
        }
      >
        <b>{isSaved ? words.saved : words.made}</b> <bdi translate="no">{clip.name}</bdi>,{' '}
        {roughSize(finished.file.size)}
      </Band>
      <div className="mt-4">
        <Receipt
          label={words.exactness}
          download={{ ...fit, receipt: finished.receipt, expiresAt: null, format: form === 'video' ? 'mp4' : form }}
        />
      </div>
    </>
  )
}
