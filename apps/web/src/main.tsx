import { createRoot } from 'react-dom/client'
import { showApp } from './app.tsx'
import { startTheme } from './lib/theme.ts'
import './styles.css'

startTheme()

const root = document.getElementById('root')
if (root) showApp(createRoot(root))
