import type { ComponentProps, ReactNode } from 'react'
import { Button, type ButtonVariant } from './Button.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name of the button. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
}

export function IconButton({ label, icon, variant = 'quiet', ...rest }: IconButtonProps) {
  return (
    <Button variant={variant} size="icon" aria-label={label} {...rest}>
      {icon}
    </Button>
  )
}
