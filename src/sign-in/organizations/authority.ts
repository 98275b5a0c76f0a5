/** The sign-in address that a backup service names (`msalAuthorityUri`). Tokens go where the settings say, never there. */

/**
 * The host that the service names, where it is another than the settings': the two were set up for different clouds.
 *
 * @param authorityUri as the service words it; absent or no URL: nothing to compare
 * @param authUrl `{auth_url}` of the settings
 */
export function otherAuthority(authorityUri: string | undefined, authUrl: string): string | undefined {
  const named = URL.parse(authorityUri ?? '')?.hostname;
  return named === undefined || named === '' || named === URL.parse(authUrl)?.hostname ? undefined : named;
}
