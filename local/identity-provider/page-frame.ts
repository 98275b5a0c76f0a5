/** The frame around every page of the stand-in identity provider. No script, nothing from elsewhere. */
import { type Html, html } from './html.ts';
import { STYLE } from './page-style.ts';

/** Sent with every page: nothing but the inline style may load, and nobody may frame it. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

interface Frame {
  /** Stable name of the page, for tests: `data-page` on the body. */
  readonly page: 'code' | 'account' | 'consent' | 'done' | 'declined' | 'stale';
  readonly title: string;
  readonly organizationName: string;
  readonly content: Html;
}

/** A whole page as text. */
export function frame({ page, title, organizationName, content }: Frame): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${organizationName}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body data-page="${page}">
        <main class="card">
          <div class="brand">${MARK}<span>${organizationName}</span></div>
          ${content}
        </main>
        <p class="foot">A stand-in identity provider for trying the bot. People and organizations are invented.</p>
      </body>
    </html> `.toString();
}

const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect width="32" height="32" rx="9" class="mark" />
  <path d="M9 21.5 16 8l7 13.5M12 17.2h8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" />
</svg>`;
