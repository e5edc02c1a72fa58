import { dashboardWords } from '#messages/dashboard.ts'
import { qrDrawing } from './qr-drawing.ts'

/** Dark on bright in every theme: many apps cannot read it the other way round. */
export function SecondFactorCode({ uri }: { uri: string }) {
  const { modules, pixels, path } = qrDrawing(uri)
  return (
    <svg
      className="second-factor-code"
      role="img"
      aria-label={dashboardWords.settings.secondFactor.qrLabel}
      width={pixels}
      height={pixels}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <path className="second-factor-ground" d={`M0 0h${modules}v${modules}h-${modules}z`} />
      <path d={path} />
    </svg>
  )
}
