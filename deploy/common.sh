# What the scripts of this folder share. Sourced, never run.

# Older ones, such as that of macOS, fail in the middle at what these scripts are written with.
recent_bash() { [ "$1" -gt 4 ] || { [ "$1" = 4 ] && [ "$2" -ge 4 ]; }; }
recent_bash "${BASH_VERSINFO[0]}" "${BASH_VERSINFO[1]}" || {
    echo "error: this is bash $BASH_VERSION: install 4.4 or newer, so that it is the first one in PATH" >&2
    exit 1
}

# What fails inside of $(...) ends the script too.
shopt -s inherit_errexit

# A setting without a value counts as not given, as a workflow passes those that nobody set.
for setting in "${!AZUREPERF_@}"; do
    [ -n "${!setting}" ] || unset "$setting"
done

# Settings, each from the environment: the same names as in bicep/main.bicepparam.
: "${AZURE_ENV_NAME:=azureperf}"
: "${AZURE_LOCATION:=westeurope}"
: "${AZUREPERF_RESOURCE_GROUP:=rg-azureperf-$AZURE_ENV_NAME}"
export AZURE_ENV_NAME AZURE_LOCATION AZUREPERF_RESOURCE_GROUP

# The one that is named, as azd does, or the one that az has chosen.
subscription=()
[ -z "${AZURE_SUBSCRIPTION_ID:-}" ] || subscription=(--subscription "$AZURE_SUBSCRIPTION_ID")

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

signed_in() { command -v az > /dev/null && az account show "${subscription[@]}" > /dev/null 2>&1; }

# Every script that talks to Azure says first to which subscription it does, and of which installation.
need_sign_in() {
    need az
    local name
    name=$(az account show "${subscription[@]}" --query name --output tsv 2> /dev/null) ||
        fail "nobody is signed in${AZURE_SUBSCRIPTION_ID:+ who may use the subscription $AZURE_SUBSCRIPTION_ID}: run az login"
    say "subscription: $name; installation: $AZURE_ENV_NAME in $AZUREPERF_RESOURCE_GROUP"
}

# A template registers the namespaces that stand in it, but not what an environment in a network needs beside them, and one that is only asked for something registers none.
need_providers() {
    local namespace state namespaces=(Microsoft.App)
    [ "${AZUREPERF_NETWORK:-public}" = public ] || namespaces+=(Microsoft.ContainerService)
    app_registered=1
    for namespace in "${namespaces[@]}"; do
        state=$(az provider show "${subscription[@]}" --namespace "$namespace" --query registrationState --output tsv)
        [ "$state" != Registered ] || continue
        if [ "${what_if:-0}" = 1 ]; then
            act az provider register "${subscription[@]}" --namespace "$namespace" --wait --output none
            [ "$namespace" != Microsoft.App ] || app_registered=0
            continue
        fi
        say "registering $namespace, once for the subscription; it takes minutes"
        az provider register "${subscription[@]}" --namespace "$namespace" --wait --output none ||
            fail "the subscription does not know $namespace: have somebody run az provider register --namespace $namespace who may"
    done
}

# App registrations are made in the tenant of the subscription that az has chosen, whatever subscription is named.
need_tenant() {
    local chosen needed
    chosen=$(az account show --query tenantId --output tsv)
    needed=$(az account show "${subscription[@]}" --query tenantId --output tsv)
    [ "$chosen" = "$needed" ] || fail "az has chosen another tenant: run az account set --subscription $AZURE_SUBSCRIPTION_ID"
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

# One output of the deployment of this environment. azd names its deployments by time and keeps their outputs itself.
output_of() {
    if [ "${AZUREPERF_OUTPUTS:-}" = azd ]; then
        azd env get-value "$1"
    else
        az deployment sub show "${subscription[@]}" --name "azureperf-$AZURE_ENV_NAME" --query "properties.outputs.$1.value" --output tsv
    fi
}

# The client id of the app registration that deploy/sign-in made for this installation, nothing when it made none. The group keeps it: names of registrations are not unique, and anybody may have taken one.
made_registration() {
    local there
    there=$(az group exists "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --output tsv)
    [ "$there" != true ] || az group show "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --query 'tags."azureperf-registration"' --output tsv
}

# The id of the resource group, nothing while there is none.
group_id() {
    local there
    there=$(az group exists "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --output tsv)
    [ "$there" != true ] || az group show "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --query id --output tsv
}

# A group may be named by hand, and what belongs to others or to another installation is neither taken over nor removed.
need_own_group() {
    local application installation
    application=$(az group show "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --query tags.application --output tsv) || fail "there is no resource group $AZUREPERF_RESOURCE_GROUP"
    [ "$application" = azureperf ] || fail "$AZUREPERF_RESOURCE_GROUP is not tagged as one of AzurePerf's: nothing was changed"
    installation=$(az group show "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --query 'tags."azd-env-name"' --output tsv)
    [ "$installation" = "$AZURE_ENV_NAME" ] || fail "$AZUREPERF_RESOURCE_GROUP belongs to the installation $installation, not to $AZURE_ENV_NAME: nothing was changed"
}

# A deployment gives the group the tags of this installation, which removes it later with everything in it.
need_group_to_take() {
    local there resources installation
    there=$(az group exists "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --output tsv)
    [ "$there" = true ] || return 0
    # One that is empty may have been made for us.
    resources=$(az resource list "${subscription[@]}" --resource-group "$AZUREPERF_RESOURCE_GROUP" --query "[].id" --output tsv)
    installation=$(az group show "${subscription[@]}" --name "$AZUREPERF_RESOURCE_GROUP" --query 'tags."azd-env-name"' --output tsv)
    [ -z "$resources$installation" ] || need_own_group
}

# An environment keeps its network for ever. With another one, only the accounts would change: no app could reach the control account any more.
need_network() {
    local group network
    group=$(group_id)
    [ -n "$group" ] || return 0
    network=$(az rest --method GET --url "$group/providers/Microsoft.App/managedEnvironments?api-version=2025-07-01" \
        --query "value[].[properties.vnetConfiguration.infrastructureSubnetId && 'private' || 'public']" --output tsv)
    [ -z "$network" ] || [ "$network" = "${AZUREPERF_NETWORK:-public}" ] ||
        fail "the network of $AZURE_ENV_NAME is $network for ever: give AZUREPERF_NETWORK=$network, or another AZURE_ENV_NAME for a new installation"
}

# A deployment takes no right away that an earlier one gave.
end_scaling_by_people() {
    local group principal assignments assignment
    [ "${AZUREPERF_SCALING_BY_PEOPLE:-}" != true ] || return 0
    group=$(group_id)
    principal=$(output_of webIdentityPrincipalId)
    assignments=$(az rest --method GET --url "$group/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01&\$filter=principalId%20eq%20'$principal'" \
        --query "value[?contains(properties.scope, '/providers/Microsoft.App/')].id" --output tsv)
    for assignment in $assignments; do
        az rest --method DELETE --url "$assignment?api-version=2022-04-01" --output none
    done
}

# A deployment without a budget leaves the one of an earlier deployment, which would go on telling the people of that one. Some subscriptions have no budgets at all.
end_budget() {
    local budgets found
    [ "${AZUREPERF_MONTHLY_BUDGET:-0}" -eq 0 ] || return 0
    budgets=$(group_id)/providers/Microsoft.Consumption/budgets
    found=$(az rest --method GET --url "$budgets?api-version=2024-08-01" --query "value[?name=='azureperf'].name" --output tsv 2> /dev/null) || return 0
    [ -n "$found" ] || return 0
    az rest --method DELETE --url "$budgets/azureperf?api-version=2024-08-01" --output none
    say "removed the budget: AZUREPERF_MONTHLY_BUDGET is not given or 0"
}

# A budget must have somebody to tell.
need_budget() {
    local amount=${AZUREPERF_MONTHLY_BUDGET:-0}
    [[ "$amount" =~ ^[0-9]{1,9}$ ]] || fail "AZUREPERF_MONTHLY_BUDGET is $amount: give a whole number, in the currency of the subscription"
    [ "$amount" -eq 0 ] || [ -n "${AZUREPERF_CONTACT_EMAILS:-}" ] || fail "nobody would be told of the budget: give AZUREPERF_CONTACT_EMAILS, or no AZUREPERF_MONTHLY_BUDGET"
}

# Whether AZUREPERF_MAIL has a text for a setting.
mail_has() {
    local given='"'$1'"[[:space:]]*:[[:space:]]*"[^"]'
    [[ "${AZUREPERF_MAIL:-}" =~ $given ]]
}

# Deployments read JSON that is less than exact, such as names without quotes, which the checks below would pass over.
need_flat() {
    local variable=$1 member='"[^"\]+"[[:space:]]*:[[:space:]]*("([^"\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false)'
    local flat="^[[:space:]]*\{[[:space:]]*($member([[:space:]]*,[[:space:]]*$member)*)?[[:space:]]*\}[[:space:]]*\$"
    [[ ! -v "$variable" || "${!variable}" =~ $flat ]] ||
        fail "$variable is no flat object in JSON: names in double quotes, each with a text, a number, true or false, as in {\"NAME\": \"VALUE\"}"
}

# What belongs together and is not ends the apps at their start, over and over.
need_mail() {
    local setting mail=${AZUREPERF_MAIL:-} small='[{,][[:space:]]*"[a-z][^"]*"[[:space:]]*:'
    [[ ! "$mail" =~ $small ]] || fail 'The names of AZUREPERF_MAIL begin with a capital letter, as in {"Server": "..."}'
    [[ ! "$mail" =~ \"AllowedDomains\"[[:space:]]*: ]] || fail 'AllowedDomains of AZUREPERF_MAIL is a list, with which the apps would not start: give {"AllowedDomains__0": "..."}'
    need_flat AZUREPERF_MAIL
    [[ ! "${mail,,}" =~ \"password\"[[:space:]]*: ]] || fail 'AZUREPERF_MAIL has a Password, which deployments would show: put it into a key vault and give AZUREPERF_MAIL_SIGN_IN_URL'
    [[ ! "$mail" =~ \"Server\"[[:space:]]*:[[:space:]]*\"[^\"]*@ ]] || fail 'The Server of AZUREPERF_MAIL has a user or password, with which the apps would not start: give User and AZUREPERF_MAIL_SIGN_IN_URL'
    if mail_has Server; then
        for setting in From Portal; do
            mail_has "$setting" || fail "AZUREPERF_MAIL has a Server and no $setting: without it the apps would not start"
        done
    fi
    ! mail_has Portal || [[ "${mail,,}" =~ \"portal\"[[:space:]]*:[[:space:]]*\"https?:// ]] || fail 'The Portal of AZUREPERF_MAIL is no address, with which the apps would not start: give {"Portal": "https://..."}'
    [[ ! "$mail" =~ \"https?://https?:// ]] || fail 'AZUREPERF_MAIL has https:// twice in an address, with which the apps would not start'
    if mail_has User; then
        [ -n "${AZUREPERF_MAIL_SIGN_IN_URL:-}" ] || fail "AZUREPERF_MAIL has a User without a password, with which the TaskManager would not start: give AZUREPERF_MAIL_SIGN_IN_URL, or no User"
    else
        [ -z "${AZUREPERF_MAIL_SIGN_IN_URL:-}" ] || fail "AZUREPERF_MAIL_SIGN_IN_URL is of no use without a User in AZUREPERF_MAIL: give both again, or neither"
    fi
}

# The first name in the rest of a JSON object and what follows it.
next_name() {
    local pattern='"([^"]*)"[[:space:]]*:(.*)'
    [[ "$rest" =~ $pattern ]] || return 1
    name=${BASH_REMATCH[1]} rest=${BASH_REMATCH[2]}
}

# What a parameter holds is read by all who may read deployments, and a target of no known form ends the apps at their start.
need_targets() {
    need_flat AZUREPERF_TARGETS
    local name value rest=${AZUREPERF_TARGETS:-} seen=' ' named='^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$' text='^[[:space:]]*"([^"]*)"'
    local secret='://[^/?@]*:[^@]*@|(accountkey|sharedaccesssignature|password|sig)='
    # The forms that the apps read without a password; what is not one of them may have one somewhere.
    local host='(\[[0-9A-Fa-f:]+\]|[A-Za-z0-9._-]+)(:[0-9]+)?' database='/[A-Za-z0-9._%-]+' option='tls=on|ca=/[^&=;\]+' address
    address="https://[A-Za-z0-9-]+\.(blob|queue|table)(\.[A-Za-z0-9-]+)+(:[0-9]+)?/?"
    address+="|postgresql://[^][:space:]/?:@;\\]+@$host$database(\?($option)(&($option))*)?"
    option+='|objective=[A-Za-z0-9_]+'
    address+="|sqlserver://$host$database(\?($option)(&($option))*)?"
    while next_name; do
        [[ "$name" =~ $named && ${#name} -le 40 ]] || fail "AZUREPERF_TARGETS has the name $name: 1 to 40 letters, digits and single underscores, a letter first"
        [ "${name,,}" != default ] || fail "AZUREPERF_TARGETS has the name $name, which the measured account of the deployment has: give another one"
        [[ "$seen" != *" ${name,,} "* ]] || fail "AZUREPERF_TARGETS has the name $name twice: case does not count"
        seen+="${name,,} "
        [[ "$rest" =~ $text ]] || fail "AZUREPERF_TARGETS has no text for $name: give its address, as in {\"AZSQL\": \"sqlserver://HOST/master\"}"
        value=${BASH_REMATCH[1]}
        [[ ! "${value,,}" =~ $secret ]] ||
            fail "AZUREPERF_TARGETS has a password or key for $name, which deployments would show: leave it out, and let the measured identity in"
        [[ "$value" =~ ^($address)$ ]] || fail "AZUREPERF_TARGETS has no address for $name: https://ACCOUNT.blob.core.windows.net, sqlserver://HOST/master, postgresql://USER@HOST/DATABASE"
    done
}

# The same for settings of the apps: what the templates set, or another variable, stands there once, and what an app does not read is a mistake or meant for something else, such as a sign-in.
need_settings() {
    local app variable rest name setting seen
    local -A sections=([web]='access|logging|scaling|web' [taskmanager]='engine|logging|taskmanager|web' [worker]='archive|engine|logging|worker')
    need_flat AZUREPERF_LIMITS
    for app in web taskmanager worker; do
        variable=AZUREPERF_${app^^}_SETTINGS
        need_flat "$variable"
        rest=${!variable:-} seen=' '
        while next_name; do
            setting=${name//:/__}
            case "${setting,,}" in
                *password | *token | *secret | *headers | *connection_string) fail "$variable has $name, a secret that deployments would show: it cannot be given there" ;;
                programs__*) fail "$variable has $name: a deployment cannot allow programs yet" ;;
                azureperf_target* | targets__*) fail "$variable has $name: give targets by AZUREPERF_TARGETS" ;;
                control__prefix) fail "$variable has $name: the tables and roles of a deployment have no prefix" ;;
                limits__*) fail "$variable has $name: give limits by AZUREPERF_LIMITS" ;;
                mail__*) fail "$variable has $name: give it by AZUREPERF_MAIL" ;;
                access__admins*) fail "$variable has $name: give administrators by AZUREPERF_ADMINS" ;;
            esac
            ! grep -qiF "{ name: '$setting'," "$here/../bicep/modules/app-$app.bicep" || fail "$variable has $name, which the deployment sets itself"
            [[ "${setting,,}" =~ ^(${sections[$app]})(__[[:alnum:].-]+(_[[:alnum:].-]+)*)+$ ]] || fail "$variable has $name, which is no setting of this app that can be given: docs/deploying.md lists those"
            [[ "$seen" != *" ${setting,,} "* ]] || fail "$variable has $name twice: case does not count, and __ is the same as :"
            seen+="${setting,,} "
        done
    done
}

# When the budget of this installation began, nothing when there is none: a budget keeps its first month for ever, and a deployment with another one fails.
budget_start() {
    local group
    [ "${AZUREPERF_MONTHLY_BUDGET:-0}" -gt 0 ] || return 0
    group=$(group_id)
    [ -n "$group" ] || return 0
    az rest --method GET --url "$group/providers/Microsoft.Consumption/budgets?api-version=2024-08-01" --query "value[?name=='azureperf'].properties.timePeriod.startDate" --output tsv
}
