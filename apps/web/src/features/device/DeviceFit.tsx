import { Fold } from '@kerf/ui/Fold'
import { deviceWords as words } from '#messages/clips/device.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import type { Fit } from '../../data/ranges/fit.ts'
import { fitSummary } from '../../data/ranges/fit-summary.ts'
import { type DeviceFormat, fitOfForm } from './device-formats.ts'

interface DeviceFitProps {
  fit: Fit
  form: DeviceFormat
  /** Tracks of the clip that can fade. */
  fades: readonly ('video' | 'audio')[]
  aspect: number
  onFit: (fit: Fit) => void
  /** Begins moving the crop frame. */
  onFrame: () => void
}

const loadCropChooser = () => import('../../controls/fit/CropChooser.tsx')
const loadFadeFields = () => import('../../controls/fit/FadeFields.tsx')

/** Fold with the options of a clip: crop and fades, as far as its form has them. */
export function DeviceFit(props: DeviceFitProps) {
  const { fit, form, fades, aspect } = props
  if (fades.length === 0) return null
  const summary = fitSummary(fitOfForm(fit, form), aspect)
  return (
    <Fold
      title={form === 'video' ? words.cropAndFades : words.fades}
      summary={summary !== '' && <b className="text-ink">{summary}</b>}
    >
      <OpenedFit {...props} />
    </Fold>
  )
}

function OpenedFit({ fit, form, fades, aspect, onFit, onFrame }: DeviceFitProps) {
  const crop = useLoaded(loadCropChooser, form === 'video' ? 'video' : null)
  const fadeFields = useLoaded(loadFadeFields, 'opened')
  const note = form === 'video' && fit.fade?.video !== undefined ? words.videoFadeNote : words.fadeNote
  return (
    <div className="fit-fields">
      {crop && form === 'video' && <crop.CropChooser fit={fit} aspect={aspect} onFit={onFit} onFrame={onFrame} />}
      {fadeFields && <fadeFields.FadeFields fit={fit} onFit={onFit} tracks={fades} note={note} />}
    </div>
  )
}
