/**
 * Pictures of every card: `npx node test/support/card-gallery.ts <folder> [locale] [names]` renders each view (whose name has
 * this, a regular expression) with the `adaptivecards` package in headless Chromium, in a personal chat (500 and 320 px wide) and as others see it in a channel.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { renderView } from '../../src/cards/render.ts';
import type { View } from '../../src/sign-in/state/views.ts';
import { everyRequestView } from './request-views.ts';
import { everyRestoreView } from './restore-views.ts';
import { aContext, aNotSignedInView, aSessionFacts, aSignInView, everyView } from './views.ts';

const [folder, locale = 'en-GB', names = ''] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the pictures.');
await mkdir(folder, { recursive: true });

const TEAMS_LIKE = {
  fontFamily: 'Segoe UI, Noto Sans, system-ui, sans-serif',
  spacing: { small: 8, default: 12, medium: 16, large: 20, extraLarge: 24, padding: 16 },
  separator: { lineThickness: 1, lineColor: '#E0E0E0' },
  supportsInteractivity: true,
  fontTypes: {
    default: {
      fontFamily: 'Segoe UI, Noto Sans, system-ui, sans-serif',
      fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 24 },
      fontWeights: { lighter: 300, default: 400, bolder: 600 },
    },
    monospace: {
      fontFamily: 'Consolas, DejaVu Sans Mono, monospace',
      fontSizes: { small: 12, default: 14, medium: 16, large: 18, extraLarge: 24 },
      fontWeights: { lighter: 300, default: 400, bolder: 600 },
    },
  },
  containerStyles: {
    default: {
      backgroundColor: '#FFFFFF',
      foregroundColors: { default: { default: '#242424', subtle: '#616161' } },
    },
    emphasis: {
      backgroundColor: '#F5F5F5',
      foregroundColors: { default: { default: '#242424', subtle: '#616161' } },
    },
    good: { backgroundColor: '#E7F2DA', foregroundColors: { default: { default: '#242424', subtle: '#616161' } } },
    warning: { backgroundColor: '#FBF6D9', foregroundColors: { default: { default: '#242424', subtle: '#616161' } } },
  },
  actions: {
    maxActions: 6,
    spacing: 'default',
    buttonSpacing: 8,
    actionsOrientation: 'horizontal',
    actionAlignment: 'left',
    preExpandSingleShowCardAction: false,
  },
};

const PAGE = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; padding: 24px; background: #f0f0f0; font: 14px 'Segoe UI', 'Noto Sans', sans-serif;
    overflow-wrap: break-word; }
  figure { margin: 0 0 24px; } figcaption { color: #888; font-size: 12px; margin-bottom: 4px; }
  .card { background: #fff; border-radius: 6px; box-shadow: 0 1px 3px #0003; overflow: hidden; }
  .ac-actionSet { flex-wrap: wrap; row-gap: 8px; }
  .ac-pushButton { font: 600 14px 'Segoe UI', 'Noto Sans', sans-serif; padding: 6px 12px; border: 1px solid #d1d1d1;
    border-radius: 4px; background: #fff; color: #242424; flex: 0 1 auto !important; }
  .ac-pushButton.style-positive { background: #5b5fc7; border-color: #5b5fc7; color: #fff; }
  .ac-input { font: inherit; padding: 6px 10px; border: 1px solid #d1d1d1; border-radius: 4px; width: 100%; box-sizing: border-box; }
</style><body></body>`;

/** Runs in the page. */
const SHOW = `
  function show({ cards, hostConfig, width }) {
    document.body.replaceChildren();
    for (const { name, card } of cards) {
      const adaptiveCard = new AdaptiveCards.AdaptiveCard();
      adaptiveCard.hostConfig = new AdaptiveCards.HostConfig(hostConfig);
      adaptiveCard.parse(card);
      const figure = document.createElement('figure');
      const caption = document.createElement('figcaption');
      const frame = document.createElement('div');
      caption.textContent = name;
      frame.className = 'card';
      frame.style.width = width + 'px';
      frame.append(adaptiveCard.render());
      figure.append(caption, frame);
      document.body.append(figure);
    }
  }`;

/** Texts at their limits: nothing may be cut off or pushed out of the card. */
const LONG_NAME =
  'Vereinigte Elektrizitäts- und Wasserwerke der Hansestadt Musterhausen GmbH & Co. KG, Abteilung Revision';
const LONG: readonly (readonly [string, View])[] = [
  ['long sign-in', aSignInView({ organization: LONG_NAME, askedBy: 'Maximiliane_von_und_zu_Hohenlohe '.repeat(5) })],
  ['long sign-in host', aSignInView({ verificationUri: `https://${'sign-in.'.repeat(9)}contoso.com/device` })],
  [
    'long session',
    {
      kind: 'status',
      session: aSessionFacts({
        organization: LONG_NAME,
        account: `${'a'.repeat(64)}@${'contoso-subsidiary.'.repeat(3)}com`,
      }),
    },
  ],
  ['long detail', aNotSignedInView({ reason: 'service-refused', detail: 'The assertion was refused. '.repeat(40) })],
];

const personal = aContext({ locale, zone: 'Europe/London' });
const shared = aContext({ locale, place: 'channel' });
const cardsIn = (context: typeof personal): { name: string; card: object }[] =>
  [...everyView(), ...LONG, ...(context.place === 'personal' ? [...everyRestoreView(), ...everyRequestView()] : [])]
    .filter(([name]) => new RegExp(names).test(name))
    .map(([name, view]) => ({ name, card: renderView(view, context).card }));

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
});
try {
  const page = await browser.newPage({ timezoneId: 'Europe/London', locale, deviceScaleFactor: 1 });
  await page.setContent(PAGE);
  await page.addScriptTag({ content: await readFile('node_modules/adaptivecards/dist/adaptivecards.min.js', 'utf8') });
  await page.addScriptTag({ content: SHOW });
  const sets = [
    { label: 'personal', context: personal, width: 500 },
    { label: 'narrow', context: personal, width: 320 },
    { label: 'shared', context: shared, width: 500 },
  ];
  for (const { label, context, width } of sets) {
    const cards = cardsIn(context);
    for (let start = 0; start < cards.length; start += 8) {
      const some = cards.slice(start, start + 8);
      await page.setViewportSize({ width: width + 48, height: 600 });
      await page.evaluate(`show(${JSON.stringify({ cards: some, hostConfig: TEAMS_LIKE, width })})`);
      const file = join(folder, `${label}-${String(start / 8 + 1).padStart(2, '0')}.png`);
      await page.screenshot({ path: file, fullPage: true });
      process.stdout.write(`${file}\n`);
    }
  }
} finally {
  await browser.close();
}
