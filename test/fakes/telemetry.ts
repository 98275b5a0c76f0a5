import type { Attributes, InstrumentName, SectionKind, Telemetry } from '../../src/telemetry/telemetry.ts';

export interface Measured {
  readonly instrument: InstrumentName;
  readonly value: number;
  readonly attributes: Attributes;
}

export interface StoredSection {
  readonly kind: SectionKind;
  readonly name: string;
  readonly attributes: Attributes;
  /** The code it failed with. */
  readonly failed: string | undefined;
}

export interface FakeTelemetry extends Telemetry {
  readonly measured: readonly Measured[];
  /** In the order in which they ended. */
  readonly sections: readonly StoredSection[];
  of(instrument: InstrumentName): readonly Measured[];
}

/** Records everything. */
export function createFakeTelemetry(): FakeTelemetry {
  const measured: Measured[] = [];
  const sections: StoredSection[] = [];
  return {
    measured,
    sections,
    of: (instrument) => measured.filter((each) => each.instrument === instrument),
    record: (instrument, value, attributes) => void measured.push({ instrument, value, attributes }),
    async section(kind, name, attributes, work) {
      let all = attributes;
      let failed: string | undefined;
      try {
        return await work({
          set: (more) => {
            all = { ...all, ...more };
          },
          fail: (code) => {
            failed = code;
          },
        });
      } finally {
        sections.push({ kind, name, attributes: all, failed });
      }
    },
    stop: () => Promise.resolve(),
  };
}
