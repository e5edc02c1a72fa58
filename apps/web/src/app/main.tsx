import './zod-without-eval.ts'
import './app.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { forgiveMovedNodes } from '../browser/moved-nodes.ts'
import { App } from './App.tsx'

forgiveMovedNodes()

const root = document.getElementById('root')!
const app = (
  <StrictMode>
    <App />
  </StrictMode>
)

// Most pages come as they were built beforehand; those that depend on who looks, or on what, come empty.
if (root.firstElementChild) hydrateRoot(root, app)
else createRoot(root).render(app)
