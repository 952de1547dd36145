using System.CommandLine;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>`azureperf completion`.</summary>
internal sealed class CompletionCommand : ToolCommand
{
    private readonly Argument<string> _shell = new("SHELL") { Description = "bash, zsh, fish or pwsh." };

    public CompletionCommand(Func<ParseResult, Session> open)
        : base(
            "completion",
            "Prints a script that lets a shell complete commands and options.",
            "azureperf completion bash > /etc/bash_completion.d/azureperf",
            "source <(azureperf completion zsh)",
            "azureperf completion fish > ~/.config/fish/completions/azureperf.fish",
            "azureperf completion pwsh >> $PROFILE")
    {
        _shell.AcceptOnlyFromAmong([.. CompletionScripts.All.Keys]);
        Add(_shell);
        SetAction(parsed =>
        {
            open(parsed).WriteText(CompletionScripts.All[parsed.GetRequiredValue(_shell)]);
            return ExitCode.Ok;
        });
    }
}
