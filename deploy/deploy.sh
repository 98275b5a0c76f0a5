#!/usr/bin/env bash
# Deploys the bot from scratch: resource group, registry, image, encryption key, all other resources, and the Teams package.
# Can be repeated: a second run updates the resources and keeps the encryption key.
set -euo pipefail

usage() {
  cat <<'TEXT'
deploy/deploy.sh --resource-group NAME --location REGION [options]
  --parameters FILE   main.bicepparam beside this script unless named (copy main.example.bicepparam)
  --image IMAGE       run this image instead of building one
  --privacy-url URL, --terms-url URL, --website-url URL, --developer NAME
                      all four: also write the Teams app package
Needs az (signed in, with the right to define and assign roles) and openssl; node for the package.
TEXT
}

fail() {
  echo "deploy.sh: $1" >&2
  exit "${2:-1}"
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
group='' location='' parameters="$here/main.bicepparam" image='' privacy='' terms='' website='' developer=''
while [ $# -gt 0 ]; do
  case "$1" in
    --help) usage; exit 0 ;;
    --resource-group | --location | --parameters | --image | --privacy-url | --terms-url | --website-url | --developer)
      [ $# -ge 2 ] || fail "$1 needs a value" 64
      case "$1" in
        --resource-group) group=$2 ;;
        --location) location=$2 ;;
        --parameters) parameters=$2 ;;
        --image) image=$2 ;;
        --privacy-url) privacy=$2 ;;
        --terms-url) terms=$2 ;;
        --website-url) website=$2 ;;
        --developer) developer=$2 ;;
      esac
      shift 2
      ;;
    *) usage >&2; fail "unknown option $1" 64 ;;
  esac
done
[ -n "$group" ] || { usage >&2; fail '--resource-group is missing' 64; }
[ -n "$location" ] || { usage >&2; fail '--location is missing' 64; }
[ -f "$parameters" ] || fail "$parameters is not there; copy $here/main.example.bicepparam and fill it in" 66
for tool in az openssl; do
  command -v "$tool" >/dev/null || fail "$tool is not installed" 69
done
az account show --output none 2>/dev/null || fail 'not signed in; run: az login' 77

# Read by every deployment. Never passed as arguments, which other users of this machine could see.
export STATE_ENCRYPTION_KEYS='' RESTORE_BOT_IMAGE=''

deploy() {
  az deployment group create --resource-group "$group" --name "$1" --parameters "$parameters" \
    --query properties.outputs --output json
}

output() {
  printf '%s' "$outputs" | az_output "$1"
}

# The value of one output, without an additional tool: {"name": {"type": "String", "value": "…"}}
az_output() {
  tr -d '\n' | sed -n "s/.*\"$1\": *{[^}]*\"value\": *\"\([^\"]*\)\".*/\1/p"
}

echo "1/5 resource group $group"
az group create --name "$group" --location "$location" --output none

echo '2/5 identity, storage, Key Vault, registry, monitoring, network'
outputs=$(deploy restore-bot-base)
registry=$(output registryName)
server=$(output registryServer)
vault=$(output keyVaultName)
if [ -z "$registry" ] || [ -z "$server" ] || [ -z "$vault" ]; then
  fail 'the first deployment returned no outputs; see: az deployment group show --name restore-bot-base'
fi

echo '3/5 encryption key'
# Read through the resource manager, because the vault itself may be unreachable from this machine.
subscription=$(az account show --query id --output tsv)
key_id="/subscriptions/$subscription/resourceGroups/$group/providers/Microsoft.KeyVault/vaults/$vault/secrets/state-encryption-keys"
if az resource show --ids "$key_id" --api-version 2023-07-01 --output none 2>/dev/null; then
  echo '    kept the existing key'
else
  STATE_ENCRYPTION_KEYS="k$(date -u +%Y%m%d):$(openssl rand -base64 32 | tr '+/' '-_' | tr -d '=\n')"
  echo '    created'
fi

if [ -z "$image" ]; then
  tag=$(git -C "$root" rev-parse --short HEAD 2>/dev/null || date -u +%Y%m%d%H%M%S)
  echo "4/5 image $server/restore-bot:$tag"
  # What this build made: whoever may push to the registry can move the tag. Where the run has its images differs between versions of az.
  digest=$(az acr build --registry "$registry" --image "restore-bot:$tag" --file "$here/Dockerfile" "$root" --no-logs \
    --query '[outputImages, properties.outputImages][].digest | [0]' --output tsv) || digest=''
  [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] ||
    fail "the build named no image; see: az acr task list-runs --registry $registry, az acr task logs --registry $registry"
  image="$server/restore-bot@$digest"
  echo "    $digest"
else
  echo "4/5 image $image (given)"
fi

echo '5/5 the app and the bot'
RESTORE_BOT_IMAGE=$image
outputs=$(deploy restore-bot)
STATE_ENCRYPTION_KEYS=''
fqdn=$(output fqdn)
bot=$(output botId)
[ -n "$fqdn" ] || fail 'the second deployment returned no address; see: az deployment group show --name restore-bot'

# Asked of the resource manager: the bot may accept calls from Teams only. A revision is ready once /readyz returned 200.
name=$(output appName)
echo 'waiting until the newest revision is ready'
ready=''
for _ in $(seq 1 60); do
  newest=$(az containerapp show --resource-group "$group" --name "$name" \
    --query 'properties.latestRevisionName == properties.latestReadyRevisionName' --output tsv 2>/dev/null || true)
  if [ "${newest,,}" = true ]; then
    ready=yes
    break
  fi
  sleep 5
done
[ -n "$ready" ] || fail "the bot is not ready after 5 minutes; see: az containerapp logs show --resource-group $group --name $name"

echo "The bot $bot runs at https://$fqdn."
package=(--bot-id "$bot" --domain "$fqdn" --privacy-url "$privacy" --terms-url "$terms" --website-url "$website" --developer "$developer")
if [ -n "$privacy" ] && [ -n "$terms" ] && [ -n "$website" ] && [ -n "$developer" ]; then
  (cd "$root" && npm run --silent package -- "${package[@]}")
else
  echo 'For the Teams app package run, with your own addresses:'
  echo "  npm run package -- --bot-id $bot --domain $fqdn --privacy-url … --terms-url … --website-url … --developer …"
fi
