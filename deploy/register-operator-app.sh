#!/usr/bin/env bash
# Registers the application that operators sign in to: public client flows, the scope access_as_user, consent for the tenant.
# By default an application of the bot's own, so that the restore portal's stays as it is. If the backup service accepts the portal's
# only, pass that with --app-id and --make-public; only what is missing is then added.
set -euo pipefail

usage() {
  cat <<'TEXT'
deploy/register-operator-app.sh [options]
  --app-id GUID        an application that exists, instead of a new one of the bot's own
  --make-public        with --app-id: allow public client flows, if they are not allowed yet
  --name NAME          of a new one (Restore operator sign-in)
  --group ID           object id of the group whose members may sign in; all others are refused by the identity provider
  --no-consent         leave consent to somebody else
Needs az, signed in to the tenant as Application Administrator or above; Cloud Application Administrator for consent.
TEXT
}

fail() {
  echo "register-operator-app.sh: $1" >&2
  exit "${2:-1}"
}

app='' name='Restore operator sign-in' group='' consent=yes make_public=''
while [ $# -gt 0 ]; do
  case "$1" in
    --help) usage; exit 0 ;;
    --no-consent) consent=''; shift ;;
    --make-public) make_public=yes; shift ;;
    --app-id | --name | --group)
      [ $# -ge 2 ] || fail "$1 needs a value" 64
      case "$1" in
        --app-id) app=$2 ;;
        --name) name=$2 ;;
        --group) group=$2 ;;
      esac
      shift 2
      ;;
    *) usage >&2; fail "unknown option $1" 64 ;;
  esac
done
guid='^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
[ -z "$app" ] || [[ $app =~ $guid ]] || fail '--app-id must be a GUID' 64
[ -z "$group" ] || [[ $group =~ $guid ]] || fail '--group must be the object id of a group, a GUID' 64
command -v az >/dev/null || fail 'az is not installed' 69
az account show --output none 2>/dev/null || fail 'not signed in; run: az login --allow-no-subscriptions' 77
# The directory of the cloud az is signed in to.
graph=$(az cloud show --query endpoints.microsoftGraphResourceId --output tsv)
graph=${graph%/}

what_it_opens() {
  cat >&2 <<'TEXT'
WARNING: with public client flows, anybody who knows the application's id can ask Microsoft for a code, send it to an operator, and
receive the operator's token if they approve it, without the bot. Limit it: let only the bot and the portal reach the REST port of the
backup service, require assignment (--group), set a sign-in frequency, and create the alert. See deploy/conditional-access.md.
TEXT
}

if [ -z "$app" ]; then
  echo "1/5 application \"$name\""
  app=$(az ad app create --display-name "$name" --sign-in-audience AzureADMyOrg --query appId --output tsv)
else
  echo "1/5 application $app"
  az ad app show --id "$app" --output none || fail "there is no application $app in this tenant" 66
  public=$(az ad app show --id "$app" --query isFallbackPublicClient --output tsv)
  if [ "${public,,}" != true ] && [ -z "$make_public" ]; then
    what_it_opens
    fail "$app is not a public client, and nothing was changed. If it is the restore portal's, this would open the flow to everybody \
who uses the portal: prefer an application of the bot's own (without --app-id). Otherwise add --make-public" 65
  fi
fi
object=$(az ad app show --id "$app" --query id --output tsv)

echo '2/5 public client flows'
# Without them the token endpoint refuses with AADSTS7000218 after the person has signed in.
az ad app update --id "$app" --is-fallback-public-client true

echo '3/5 the scope access_as_user'
scope=$(az ad app show --id "$app" --query "api.oauth2PermissionScopes[?value=='access_as_user'].id | [0]" --output tsv)
if [ -z "$scope" ]; then
  others=$(az ad app show --id "$app" --query api.oauth2PermissionScopes --output json)
  scope=$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen)
  mine="{\"id\":\"$scope\",\"value\":\"access_as_user\",\"type\":\"User\",\"isEnabled\":true,\
\"adminConsentDisplayName\":\"Restore as the signed-in person\",\
\"adminConsentDescription\":\"Lets the restore bot sign people in to the backup service as themselves.\",\
\"userConsentDisplayName\":\"Restore as you\",\
\"userConsentDescription\":\"Lets the restore bot sign you in to the backup service.\"}"
  # The list is replaced as a whole, so it includes the existing scopes.
  case $(printf '%s' "$others" | tr -d ' \n') in
    '' | null | '[]') all="[$mine]" ;;
    *) all="$(printf '%s' "$others" | tr -d '\n' | sed 's/][[:space:]]*$//'),$mine]" ;;
  esac
  az rest --method PATCH --url "$graph/v1.0/applications/$object" --headers 'Content-Type=application/json' \
    --body "{\"api\":{\"oauth2PermissionScopes\":$all}}" --output none
fi
uris=$(az ad app show --id "$app" --query identifierUris --output tsv)
if ! printf '%s\n' "$uris" | grep -qx "api://$app"; then
  # shellcheck disable=SC2086 # one address a word
  az ad app update --id "$app" --identifier-uris "api://$app" $uris
fi

echo '4/5 enterprise application'
principal=$(az ad sp list --filter "appId eq '$app'" --query '[0].id' --output tsv)
[ -n "$principal" ] || principal=$(az ad sp create --id "$app" --query id --output tsv)
if [ -n "$group" ]; then
  az rest --method PATCH --url "$graph/v1.0/servicePrincipals/$principal" --headers 'Content-Type=application/json' \
    --body '{"appRoleAssignmentRequired":true}' --output none
  assigned=$(az rest --method GET --url "$graph/v1.0/servicePrincipals/$principal/appRoleAssignedTo" \
    --query "value[?principalId=='$group'].id | [0]" --output tsv)
  if [ -z "$assigned" ]; then
    az rest --method POST --url "$graph/v1.0/servicePrincipals/$principal/appRoleAssignedTo" \
      --headers 'Content-Type=application/json' --output none \
      --body "{\"principalId\":\"$group\",\"resourceId\":\"$principal\",\"appRoleId\":\"00000000-0000-0000-0000-000000000000\"}"
  fi
else
  echo 'WARNING: without --group everybody in this tenant may approve a code for this application' >&2
fi

# Creates a grant for the whole tenant, or adds the missing scopes to the existing one.
grant() {
  local resource=$1 wanted=$2 existing id have scopes word
  existing=$(az rest --method GET \
    --url "$graph/v1.0/oauth2PermissionGrants?\$filter=clientId eq '$principal' and resourceId eq '$resource' and consentType eq 'AllPrincipals'" \
    --query 'value[0].[id,scope]' --output tsv)
  id=$(printf '%s\n' "$existing" | sed -n 1p)
  have=$(printf '%s\n' "$existing" | sed -n 2p)
  if [ -z "$id" ] || [ "$id" = None ]; then
    az rest --method POST --url "$graph/v1.0/oauth2PermissionGrants" --headers 'Content-Type=application/json' --output none \
      --body "{\"clientId\":\"$principal\",\"consentType\":\"AllPrincipals\",\"resourceId\":\"$resource\",\"scope\":\"$wanted\"}"
    return
  fi
  scopes=$have
  for word in $wanted; do
    case " $scopes " in
      *" $word "*) ;;
      *) scopes="$scopes $word" ;;
    esac
  done
  [ "$scopes" = "$have" ] || az rest --method PATCH --url "$graph/v1.0/oauth2PermissionGrants/$id" \
    --headers 'Content-Type=application/json' --body "{\"scope\":\"$scopes\"}" --output none
}

if [ -n "$consent" ]; then
  echo '5/5 consent for the tenant'
  directory=$(az ad sp list --filter "appId eq '00000003-0000-0000-c000-000000000000'" --query '[0].id' --output tsv)
  # The application asks for its own scope.
  grant "$principal" 'access_as_user'
  # LOOKUP=directory only reads the person's own id and the tenant's.
  grant "$directory" 'openid profile offline_access User.Read'
else
  echo '5/5 consent is left to another administrator'
fi

echo
what_it_opens
echo "OPERATOR_APPLICATION_ID=$app"
echo "Next: deploy/conditional-access.md. Then sign in once: if the backup service refuses this application's tokens, run this again"
echo 'with --app-id and --make-public for the application of its restore portal.'
