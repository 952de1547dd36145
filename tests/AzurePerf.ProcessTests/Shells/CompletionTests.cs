namespace AzurePerf.ProcessTests.Shells;

/// <summary>The script for bash in a real bash, which asks the real command.</summary>
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
        var path = new Dictionary<string, string> { ["PATH"] = $"{Path.GetDirectoryName(CommandLine.Executable)}:{Environment.GetEnvironmentVariable("PATH")}" };
        var end = await CommandLine.RunProgramAsync("bash", path, "-e", "-c", Script, "bash", line);
        Assert.True(end.ExitCode == 0, end.Error);
        return end.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
