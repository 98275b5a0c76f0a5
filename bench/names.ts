/** Ids and names used in the benchmark; all invented. */
export const BENCH = {
  appId: '0b6c1a52-8f3d-4e7a-9c21-5d40e8f7a613',
  tenantId: '7d2e9f10-3b4c-4a58-8e6f-1c9b0a7d5e24',
  oid: '91c3e5a7-2d4f-4b68-9a0c-3e5f7a9b1d2c',
  organization: 'bench.onmicrosoft.com',
} as const;
