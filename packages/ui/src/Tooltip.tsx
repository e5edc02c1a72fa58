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
  /** How soon the next tooltip opens after one has been open. */
  skipDelayMs: number
  children: ReactNode
}

interface Tips {
  openDelayMs: number
  skipDelayMs: number
  closedAt: number
}

const TipsContext = createContext<{ current: Tips }>({
  current: { openDelayMs: 0, skipDelayMs: 0, closedAt: -Infinity },
})

export function TooltipProvider({ openDelayMs, skipDelayMs, children }: TooltipProviderProps) {
  const tips = useRef<Tips>({ openDelayMs, skipDelayMs, closedAt: -Infinity })
  return <TipsContext value={tips}>{children}</TipsContext>
}

type Control = ReactElement<HTMLAttributes<HTMLElement> & RefAttributes<HTMLElement>>

/**
 * Explains a control on hover or focus. Never the only place where something is said. It stays open while the pointer is on
 * the tip itself, and closes on Escape. Not a part of Radix, whose general positioning would add twelve kilobytes.
 */
export function Tooltip({ text, children }: { text: string; children: Control }) {
  const id = useId()
  const control = useRef<HTMLElement>(null)
  const { open, show, hide, point, leave } = useOpen()
  return (
    <>
      {cloneElement(children, {
        ref: control,
        'aria-describedby': open ? id : undefined,
        onPointerEnter: (event) => event.pointerType !== 'touch' && point(),
        onPointerLeave: leave,
        onPointerDown: hide,
        // A press focuses too: it came for something else.
        onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && show(),
        onBlur: hide,
      })}
      {open && control.current && (
        <Tip id={id} text={text} control={control.current} onStay={point} onLeave={leave} onClose={hide} />
      )}
    </>
  )
}

interface Open {
  open: boolean
  show(): void
  hide(): void
  /** The pointer has come, to the control or to the tip. */
  point(): void
  /** It has gone; maybe from one to the other. */
  leave(): void
}

function useOpen(): Open {
  const tips = useContext(TipsContext)
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function after(milliseconds: number, act: () => void): void {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, milliseconds)
  }
  function show(): void {
    clearTimeout(timer.current)
    setOpen(true)
  }
  function hide(): void {
    clearTimeout(timer.current)
    if (open) tips.current.closedAt = performance.now()
    setOpen(false)
  }
  function point(): void {
    const { openDelayMs, skipDelayMs, closedAt } = tips.current
    if (open || performance.now() - closedAt < skipDelayMs) show()
    else after(openDelayMs, show)
  }
  function leave(): void {
    // At once, and not when it goes: the next control may be pointed at right away.
    if (open) tips.current.closedAt = performance.now()
    after(0, hide)
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
  const [place, setPlace] = useState<TipPlace | null>(null)
  useLayoutEffect(() => {
    // A popover is above everything else in the page; browsers without popovers show the tip in place.
    box.current?.showPopover?.()
    const tip = box.current?.getBoundingClientRect()
    if (tip) setPlace(tipPlace(control.getBoundingClientRect(), tip, document.documentElement.clientWidth))
  }, [control])
  useEffect(() => {
    const gone = new AbortController()
    const options = { capture: true, signal: gone.signal }
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && onClose(), options)
    document.addEventListener('scroll', onClose, options)
    return () => gone.abort()
  }, [onClose])
  const style = { left: place?.left ?? 0, top: place?.top ?? 0, '--arrow-x': `${place?.arrowX ?? 0}px` }
  return (
    // The space between it and its control belongs to it: a pointer on its way from one to the other leaves neither.
    <div
      ref={box}
      popover="manual"
      className="tip-place fixed inset-auto m-0 w-max max-w-[calc(100vw-24px)] overflow-visible border-0 bg-transparent px-0 py-2 text-start"
      data-side={place?.side}
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
