import {
  type CSSProperties,
  cloneElement,
  createContext,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type TipPlace, tipPlace } from './tip-place.ts'

interface TooltipProviderProps {
  openDelayMs: number
  /** Milliseconds after a tooltip closes in which the next one opens without delay. */
  skipDelayMs: number
  children: ReactNode
}

interface TooltipTiming {
  openDelayMs: number
  skipDelayMs: number
  closedAt: number
}

const TimingContext = createContext<{ current: TooltipTiming }>({
  current: { openDelayMs: 0, skipDelayMs: 0, closedAt: -Infinity },
})

export function TooltipProvider({ openDelayMs, skipDelayMs, children }: TooltipProviderProps) {
  const timing = useRef<TooltipTiming>({ openDelayMs, skipDelayMs, closedAt: -Infinity })
  return <TimingContext value={timing}>{children}</TimingContext>
}

type Control = ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>

/**
 * A tooltip on hover and focus. It stays open while the pointer is on it, and closes on Escape. It must not be the only
 * source of its information. Written without Radix, which would add twelve kilobytes.
 */
export function Tooltip({ text, children }: { text: string; children: Control }) {
  const id = useId()
  const control = useRef<HTMLElement>(null)
  const { open, show, hide, point, leave } = useTooltip()
  return (
    <>
      {cloneElement(children, {
        ref: control,
        'aria-describedby': open ? id : undefined,
        onPointerEnter: (event) => event.pointerType !== 'touch' && point(),
        onPointerLeave: leave,
        onPointerDown: hide,
        // A click also focuses, but must not open the tooltip.
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(),
        onBlur: hide,
      })}
      {open && control.current && (
        <Tip id={id} text={text} control={control.current} onStay={point} onLeave={leave} onClose={hide} />
      )}
    </>
  )
}

interface TooltipState {
  open: boolean
  show(): void
  hide(): void
  /** Handles a pointer that enters the control or the tip. */
  point(): void
  /** Handles a pointer that leaves the control or the tip, possibly for the other one. */
  leave(): void
}

function useTooltip(): TooltipState {
  const timing = useContext(TimingContext)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function schedule(milliseconds: number, work: () => void): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, milliseconds)
  }
  function show(): void {
    clearTimeout(timer.current)
    setOpen(true)
  }
  function hide(): void {
    clearTimeout(timer.current)
    if (open) timing.current.closedAt = performance.now()
    setOpen(false)
  }
  function point(): void {
    const { openDelayMs, skipDelayMs, closedAt } = timing.current
    if (open || performance.now() - closedAt < skipDelayMs) show()
    else schedule(openDelayMs, show)
  }
  function leave(): void {
    // Sets the time now and not in `hide`, because the pointer may enter the next control before `hide` runs.
    if (open) timing.current.closedAt = performance.now()
    schedule(0, hide)
  }
  return { open, show, hide, point, leave }
}

interface TipProps {
  id: string
  text: string
  control: HTMLElement
  onStay: () => void
  onLeave: () => void
  onClose: () => void
}

function Tip({ id, text, control, onStay, onLeave, onClose }: TipProps) {
  const box = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<TipPlace | null>(null)
  useLayoutEffect(() => {
    // A popover is in the top layer. Browsers without popovers show the tip in place.
    box.current?.showPopover?.()
    const tip = box.current?.getBoundingClientRect()
    if (tip) setPosition(tipPlace(control.getBoundingClientRect(), tip, document.documentElement.clientWidth))
  }, [control])
  useEffect(() => {
    const unmount = new AbortController()
    const options = { capture: true, signal: unmount.signal }
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options)
    document.addEventListener('scroll', onClose, options)
    return () => unmount.abort()
  }, [onClose])
  const style = { left: position?.left ?? 0, top: position?.top ?? 0, '--arrow-x': `${position?.arrowX ?? 0}px` }
  return (
    // The padding around the tip reaches to its control, so that the pointer can move between them.
    <div
      ref={box}
      popover="manual"
      className="tip-place fixed inset-auto m-0 w-max max-w-[calc(100vw-24px)] overflow-visible border-0 bg-transparent px-0 py-2 text-start"
      data-side={position?.side}
      style={style as CSSProperties}
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
    >
      <div
        id={id}
        role="tooltip"
        className="tip max-w-70 rounded-control bg-ink px-2.5 py-[7px] text-small/[1.3] text-on-ink"
      >
        {text}
      </div>
    </div>
  )
}
