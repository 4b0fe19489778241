import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss()],
  define: { __EDITION__: JSON.stringify('spring') },
  build: { outDir: 'elsewhere' },
});
