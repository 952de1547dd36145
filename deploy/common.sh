# What the scripts of this folder share. Sourced, never run.

# Settings, each from the environment: the same names as in bicep/main.bicepparam.
: "${AZURE_ENV_NAME:=azureperf}"
: "${AZURE_LOCATION:=westeurope}"
: "${AZUREPERF_RESOURCE_GROUP:=rg-azureperf-$AZURE_ENV_NAME}"
export AZURE_ENV_NAME AZURE_LOCATION AZUREPERF_RESOURCE_GROUP

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "error: $*"
    exit 1
}

# What a registry takes as the tag of an image.
valid_tag() { [[ "$1" =~ ^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$ ]]; }

need() {
    local tool
    for tool in "$@"; do
        command -v "$tool" > /dev/null || fail "$tool is missing: install it and try again"
    done
}

# Every script that talks to Azure says first to which subscription it does.
need_sign_in() {
    need az
    local name
    name=$(az account show --query name --output tsv 2> /dev/null) || fail "nobody is signed in: run az login"
    say "subscription: $name"
}

# Either does what it is told or, with --what-if, says what it would do.
act() {
    if [ "$what_if" = 1 ]; then
        printf 'would run:' >&2
        printf ' %q' "$@" >&2
        printf '\n' >&2
    else
        "$@"
    fi
}

# One output of the deployment of this environment.
output_of() {
    az deployment sub show --name "azureperf-$AZURE_ENV_NAME" --query "properties.outputs.$1.value" --output tsv
}
