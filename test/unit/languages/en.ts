import type { TypedPhrases } from './typed-phrases.ts';

/** Today is Wednesday, 25 November 2026. */
export const english: TypedPhrases = {
  locale: 'en-US',
  days: `
    last November                    2025-11-30
    the end of last November         2025-11-30
    November                         2026-11-25
    last March                       2026-03-31
    last November 25                 2025-11-25
    last November 24                 2026-11-24
    last 11/25                       2025-11-25
    yesterday 11/24                  2026-11-24
    yesterday 11/23                  not-a-date
    Monday of week 9                 2026-02-23
    half March                       not-a-date
    1 1/2 weeks ago                  not-a-date
    11/12 3 days ago                 not-a-date
    two hours ago 3pm                not-a-date
    3/1/2026 last year               not-a-date
    4 days ago.                      2026-11-21
    two days ago                     2026-11-23
    a couple of days ago             2026-11-23
    twenty one days ago              2026-11-04
    a week ago                       2026-11-18
    three weeks ago                  2026-11-04
    half a year ago                  2026-05-25
    a year and a half ago            2025-05-25
    last night                       2026-11-24
    this morning                     2026-11-25 12:00
    yesterday!                       2026-11-24
    yesterday afternoon              2026-11-24 18:00
    the day before yesterday         2026-11-23
    two hours ago                    2026-11-25 10:00
    2h ago                           2026-11-25 10:00
    2 h ago                          2026-11-25 10:00
    before 8h                        before 2026-11-25 8:00
    3d ago                           2026-11-22
    2w ago                           2026-11-11
    8:30 ago                         not-a-date
    March at 3pm                     not-a-date
    Monday                           2026-11-23
    last Wednesday                   2026-11-18
    Monday last week                 2026-11-16
    last week                        2026-11-18
    the week before last             2026-11-11
    the end of last month            2026-10-31
    the 15th                         2026-11-15
    the 15th of last month           2026-10-15
    March                            2026-03-31
    week 9                           2026-03-01
    week 9 2025                      2025-03-02
    9th week                         2026-03-01
    9 weeks                          not-a-date
    mid March                        2026-03-15
    Nov 21                           2026-11-21
    Nov 21 at 3pm                    2026-11-21 15:00
    2026-11-21T10:00                 2026-11-21 10:00
    2026-11-21T10:00Z                2026-11-21 10:00
    Nov 21, 2026, 3:05 PM            2026-11-21 15:05
    9.11am                           2026-11-25 9:11
    yesterday at 9.11 p.m.           2026-11-24 21:11
    9.11 am on Monday                2026-11-23 9:11
    3 p.m. yesterday                 2026-11-24 15:00
    yesterday at 9 in the evening    2026-11-24 21:00
    yesterday at 9                   not-a-date
    11/21/2026                       2026-11-21
    11/12/2026                       2026-11-12
    10/9/2026                        2026-10-09
    20261101                         2026-11-01
    before Monday                    before 2026-11-23
    until March 1st                  2026-03-01
    the last backup                  latest
    right now                        latest
    tomorrow                         future
    next Monday                      future
    12/31/2026                       future
    31 April                         impossible
    Wednesday 11am                   2026-11-25 11:00
    on Wednesday 6pm                 2026-11-18 18:00
    Wednesday evening                2026-11-18
    before Wednesday 6pm             before 2026-11-18 18:00
    this Wednesday 6pm               future
    Wednesday night 2:00             2026-11-19 2:00
    today at 18:00                   future
    before today 18:00               future
    Nov 25 at 6pm                    future
    tonight                          future
    evening                          2026-11-24
    6pm                              2026-11-24 18:00
    25:00                            impossible
    a few days ago                   not-a-date
    Monday before last               not-a-date
    Tuesday 17                       2026-11-17
    Tuesday the 17th                 2026-11-17
    last Wednesday the 25th          impossible
    Tuesday 16                       impossible
    Monday, 11/3                     impossible
    yesterday, Monday                impossible
    Thursday at 5                    not-a-date
    at 5                             not-a-date
    the 3 to 5                       not-a-date
    30 minutes ago                   2026-11-25 11:30
    a quarter of an hour ago         2026-11-25 11:45
    last night at 2am                2026-11-25 2:00
    last night 2:30                  2026-11-25 2:30
    last night 12:30                 2026-11-25 0:30
    last night 9:00                  2026-11-24 21:00
    Friday night 1:30                2026-11-21 1:30
    yesterday evening 12:30 am       2026-11-25 0:30
    yesterday evening 8:00           2026-11-24 20:00
    yesterday afternoon 12:30        2026-11-24 12:30
    yesterday afternoon 3:00         2026-11-24 15:00
    yesterday morning 9:00           2026-11-24 9:00
    tonight 1am                      future
    before October                   before 2026-10-01
    before last month                before 2026-10-01
    before last week                 before 2026-11-16
    before last year                 before 2025-01-01
    before week 45                   before 2026-11-02
    before the weekend               before 2026-11-21
    before the end of March          before 2026-03-31
    before Nov 3 2:00 pm             before 2026-11-03 14:00
    before yesterday 5pm             before 2026-11-24 17:00
    before 2 hours ago               before 2026-11-25 10:00
    before noon                      before 2026-11-25 12:00
    before yesterday afternoon       before 2026-11-24 12:00
    before the 24th                  before 2026-11-24
    3 in the morning                 not-a-date
    the previous backup              not-a-date
  `,
  lines: `
    kyoto 11/12 3 days ago                 | kyoto 11/12 | | | 3 days ago
    kyoto 2025-11-12 3 days ago            | kyoto 2025-11-12 | | | 3 days ago
    kyoto 1 1/2 weeks ago                  | kyoto 1 1/2 weeks ago | | |
    kyoto of noor as of 4 days ago.        | kyoto | Noor Haddad | | 4 days ago
    kyoto of noor as of two days ago       | kyoto | Noor Haddad | | two days ago
    kyoto of noor as of Nov 21 at 3pm      | kyoto | Noor Haddad | | Nov 21 at 3pm
    kyoto of noor as of 2026-11-21T10:00   | kyoto | Noor Haddad | | 2026-11-21T10:00
    kyoto of noor, as of yesterday at 3:30 | kyoto | Noor Haddad | | yesterday at 3:30
    kyoto of noor on Monday last week      | kyoto | Noor Haddad | | Monday last week
    kyoto of noor a couple of days ago     | kyoto | Noor Haddad | | a couple of days ago
    kyoto of noor as of tomorrow           | kyoto | Noor Haddad | | tomorrow
    kyoto of noor in documents.            | kyoto | Noor Haddad | onedrive |
    notes in the inbox of noor             | notes | Noor Haddad | exchange |
    notes of may                           | notes of may | | |
    notes of week 9                        | notes of week 9 | | |
    notes of noor as of week 9             | notes | Noor Haddad | | week 9
    budget of noor on Tuesday the 17th      | budget | Noor Haddad | | Tuesday the 17th
    budget of noor as of Tuesday 17         | budget | Noor Haddad | | Tuesday 17
    budget of noor two weeks ago on Friday in mail | budget | Noor Haddad | exchange | two weeks ago on Friday
    budget version of yesterday of noor     | budget version | Noor Haddad | | yesterday
    budget of noor before yesterday         | budget | Noor Haddad | | before yesterday
    budget of noor before October           | budget | Noor Haddad | | before October
    budget 2026 of noor until 3 Nov         | budget 2026 | Noor Haddad | | until 3 Nov
    meeting before noon of noor             | meeting before noon | Noor Haddad | |
    notes from start of noor                | notes from start | Noor Haddad | |
    budget on friday of noor 2026           | budget 2026 | Noor Haddad | | friday
    budget as of yesterday, 2026 plan       | budget 2026 plan | | | yesterday
    budget of noor on Thursday at 5         | budget | Noor Haddad | | ? Thursday at 5
    budget of noor as of Thursday at 5      | budget | Noor Haddad | | ? Thursday at 5
    budget of noor on 11/3 or 11/4          | budget | Noor Haddad | | ? 11/3 or 11/4
    documents of noor as of the 3rd novenber | documents | Noor Haddad | | ? the 3rd novenber
    list as of 12 people of noor            | list as of 12 people | Noor Haddad | |
    budget of noor as of the previous backup | budget | Noor Haddad | | ? the previous backup
  `,
};
