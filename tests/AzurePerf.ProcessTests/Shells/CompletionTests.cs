namespace AzurePerf.ProcessTests.Shells;

/// <summary>The scripts in real shells, which ask the real command.</summary>
public sealed class CompletionTests
{
    [Theory]
    [InlineData("azureperf can", "cancel")]
    [InlineData("azureperf keys re", "revoke")]
    [InlineData("azureperf submit --dry", "--dry-run")]
    [InlineData("azureperf list --output j", "json")]
    [InlineData("azureperf completion z", "zsh")]
    [InlineData("azureperf nothing-begins-like-this", "")]
    public async Task Bash_completes_what_was_typed(string line, string expected) => Assert.Equal(expected, string.Join(' ', await CompleteAsync(line)));

    [Fact]
    public async Task An_empty_word_gives_every_command()
    {
        var words = await CompleteAsync("azureperf ");

        Assert.Superset(new HashSet<string>(["submit", "run", "list", "show", "watch", "cancel", "retry", "compare", "export", "report", "schedule", "workers", "keys", "demo", "up", "doctor", "completion"]), words.ToHashSet());
    }

    [Theory]
    [InlineData("azureperf can", "cancel")]
    [InlineData("azureperf submit --dry", "--dry-run")]
    [InlineData("azureperf completion z", "zsh")]
    public async Task Fish_completes_what_was_typed(string line, string expected)
    {
        var end = await RunAsync("fish", "-c", "source (azureperf completion fish | psub); complete -C $argv[1]", line);

        Assert.Equal(expected, end.Output.Trim());
    }

    [Theory]
    [InlineData("azureperf can", "cancel")]
    [InlineData("azureperf keys re", "revoke")]
    public async Task Zsh_completes_what_was_typed_also_at_the_first_call_of_the_file(string line, string expected)
    {
        // Outside of its line editor zsh offers nothing: what would be offered is printed.
        const string Script = """
            compdef() { :; }
            compadd() { print -l -- "${(@P)2}"; }
            BUFFER=$1 CURSOR=${#1}
            source <(azureperf completion zsh)
            _azureperf_complete
            print -r -- ---
            eval "_azureperf() { $(azureperf completion zsh) }"
            _azureperf
            """;
        var end = await RunAsync("zsh", "-f", "-e", "-c", Script, "zsh", line);

        // Of what is offered zsh itself keeps what begins as the word that was typed.
        var offered = end.Output.Split("---\n").Select(words => words.Split('\n')).ToArray();
        Assert.Equal(2, offered.Length);
        Assert.All(offered, words => Assert.Contains(expected, words));
    }

    private static async Task<string[]> CompleteAsync(string line)
    {
        const string Script = """
            set -u
            source <(azureperf completion bash)
            complete -p azureperf | grep -q -- '-F _azureperf_complete'
            COMP_LINE=$1; COMP_POINT=${#1}
            read -r -a COMP_WORDS <<< "$1"
            [[ $1 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _azureperf_complete azureperf "${COMP_WORDS[COMP_CWORD]}" '' || true
            for word in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do echo "$word"; done
            """;
        var end = await RunAsync("bash", "-e", "-c", Script, "bash", line);
        return end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private static async Task<CommandEnd> RunAsync(string shell, params string[] arguments)
    {
        var folders = Environment.GetEnvironmentVariable("PATH") ?? "";
        Assert.SkipUnless(folders.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, shell))), $"{shell} is not installed");
        var path = new Dictionary<string, string> { ["PATH"] = $"{Path.GetDirectoryName(CommandLine.Executable)}:{folders}" };
        var end = await CommandLine.RunProgramAsync(shell, path, arguments);
        Assert.True(end.ExitCode == 0, end.Error);
        return end;
    }
}
