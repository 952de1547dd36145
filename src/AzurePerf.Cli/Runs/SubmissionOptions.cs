using System.CommandLine;

namespace AzurePerf.Cli.Runs;

/// <summary>The options of every command that submits a run.</summary>
internal sealed class SubmissionOptions(bool alwaysWaits = false)
{
    private readonly WaitOptions _wait = new(alwaysWaits);
    private readonly Option<bool> _dryRun = new("--dry-run")
    {
        Description =
            "Check the request and say what it would come to: time, operations, bytes, cost and the limits that it would exceed. Submit "
                + "nothing.",
    };

    private readonly Option<bool> _yes = new("--yes", "-y")
    {
        Description = "Do not ask, also where the run may take longer than an hour. Only a person at a terminal is asked.",
    };

    public void AddTo(Command command)
    {
        _wait.AddTo(command);
        command.Add(_dryRun);
        command.Add(_yes);
    }

    public SubmissionArguments Read(ParseResult parsed) => new(parsed.GetValue(_dryRun), parsed.GetValue(_yes), _wait.Read(parsed));
}

/// <summary>How a run is submitted.</summary>
/// <param name="DryRun">Not at all: only what it would come to is said.</param>
/// <param name="Yes">Without a question, however long it takes.</param>
/// <param name="Waiting">How it is followed; null for not at all.</param>
internal sealed record SubmissionArguments(bool DryRun, bool Yes, Waiting? Waiting);
