import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTheme } from './lib/theme.ts'
import { router } from './router.tsx'
import './styles.css'

// zod reads this when it loads, in whichever chunk it comes: our Content-Security-Policy forbids eval, so it must not try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

startTheme()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
