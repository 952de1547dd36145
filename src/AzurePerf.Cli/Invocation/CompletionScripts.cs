namespace AzurePerf.Cli.Invocation;

/// <summary>What shells run to complete a command line: all ask the command itself, so that none can be out of date.</summary>
internal static class CompletionScripts
{
    private const string Bash = """
        # azureperf completion for bash
        _azureperf_complete() {
            local IFS=$'\n' word="${COMP_WORDS[COMP_CWORD]}"
            COMPREPLY=($(compgen -W "$(azureperf "[suggest:${COMP_POINT}]" "${COMP_LINE}" 2>/dev/null)" -- "$word"))
        }
        complete -o default -F _azureperf_complete azureperf
        """;

    private const string Zsh = """
        #compdef azureperf
        # azureperf completion for zsh
        _azureperf_complete() {
            local -a words_found
            words_found=("${(@f)$(azureperf "[suggest:${CURSOR}]" "${BUFFER}" 2>/dev/null)}")
            compadd -a words_found
        }
        compdef _azureperf_complete azureperf
        # Found in a folder of fpath this whole file is the first call.
        if [ "${funcstack[1]-}" = "_azureperf" ]; then _azureperf_complete; fi
        """;

    private const string Fish = """
        # azureperf completion for fish
        complete -c azureperf -f -a '(azureperf "[suggest:"(string length -- (commandline -cp))"]" (commandline -cp) 2>/dev/null)'
        """;

    private const string PowerShell = """
        # azureperf completion for PowerShell
        Register-ArgumentCompleter -Native -CommandName azureperf -ScriptBlock {
            param($word, $line, $position)
            azureperf "[suggest:$position]" "$line" 2>$null | Where-Object { $_ -like "$word*" } | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
            }
        }
        """;

    public static IReadOnlyDictionary<string, string> All { get; } =
        new Dictionary<string, string> { ["bash"] = Bash, ["zsh"] = Zsh, ["fish"] = Fish, ["pwsh"] = PowerShell };
}
