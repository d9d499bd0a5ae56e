import tailwindcss from '@tailwindcss/vite'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bareCalls } from './bare-calls.ts'
import { pdfFiles } from './pdf-files.config.ts'
import { workerFiles } from './worker-file.config.ts'

const target = process.env.PLINTH_DEV_TARGET ?? 'http://localhost:8080'

/** The first text on any page is set in this face: asking for it with the page saves one round trip. */
const preloadFont = (file: RegExp): Plugin => ({
  name: 'plinth:preload-font',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter(name => file.test(name))
        .map(name => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
})

/** What the landing page and the rest of the product both begin with. */
const onBothFirstPages = [
  /node_modules\/(react|react-dom|scheduler)\//,
  /vite\/preload-helper/,
  /src\/(styles\.css|lib\/(credentials|online|theme|walk)\.ts|ui\/(Logo\.tsx|constants\.ts|copy-text\.ts))$/,
  /src\/features\/shell\/OfflineScreen\.tsx$/,
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      autoCodeSplitting: true,
      // A loader needs the query client and the contract, so it travels with its screen and not with the first page.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      routeFileIgnorePattern: '\\.test\\.',
      tmpDir: '../../node_modules/.cache/tanstack-router',
      addExtensions: 'tsx',
      disableLogging: true,
    }),
    bareCalls(),
    react(),
    tailwindcss(),
    workerFiles(),
    pdfFiles(),
    preloadFont(/inter-latin-wght-normal.*\.woff2$/),
  ],
  resolve: {
    // React has had this hook itself for long; the stand-in for older ones would only make the first file larger.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  build: {
    target: 'baseline-widely-available',
    // Nothing becomes a data: address, so the Content-Security-Policy needs no exception for one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // pdf.js is one file of that size, and comes when a document is opened.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      input: ['index.html', 'landing.html'],
      output: {
        // The group's name is followed by all that share it, which says nothing and fills the first file.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'first', test: id => onBothFirstPages.some(part => part.test(id)), priority: 6 },
            { name: 'site', test: /src\/features\/landing\//, priority: 5, includeDependenciesRecursively: false },
            // The two pages themselves stay apart, or each would bring the other along.
            { name: 'start', tags: ['$initial'], test: /^(?!.*(\.html|src\/(main|landing)\.tsx)$)/, priority: 4 },
            { name: 'zod', test: /node_modules\/zod\//, priority: 3 },
            // Kinds of files are only shown where there are files.
            {
              name: 'file-icons',
              test: /node_modules\/lucide-react\/.*\/(file-|presentation)/,
              priority: 4,
              includeDependenciesRecursively: false,
            },
            // One file for each icon and small part would cost a page forty requests.
            { name: 'icons', test: /node_modules\/lucide-react\//, priority: 3 },
            {
              name: 'forms',
              test: /node_modules\/(react-hook-form|@hookform)\//,
              priority: 2,
              // What a field shares with a button must not bring the forms along to a page without any.
              includeDependenciesRecursively: false,
            },
            // Small ones are not merged by size: that made files which import each other in a circle, and a blank page.
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      // The page that browses the API is the web app's own.
      '^/api/(?!docs)': { target },
      '^/(_mail|healthz|readyz)': { target },
    },
  },
})
