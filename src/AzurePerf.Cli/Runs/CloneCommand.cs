using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf clone`.</summary>
internal sealed class CloneCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly RunRequestOptions _request = new("Your own words for the new run.");
    private readonly SubmissionOptions _submission = new();

    public CloneCommand(Func<ParseResult, Session> open)
        : base(
            "clone",
            "Submits a run like an earlier one, with the changes that the options say.",
            "azureperf clone 4x2k --set clients=64,128 --name \"more clients\"",
            "azureperf clone 4x2k --target west --wait",
            "azureperf clone 4x2k --preset paper --dry-run")
    {
        Add(_run);
        _request.AddOptionsTo(this);
        _submission.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(
                open(parsed), parsed.GetRequiredValue(_run), _request.ReadOptions(parsed), _submission.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, SubmitArguments changes, SubmissionArguments submission, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var body = await RunRequest.ReadChangesAsync(session.Context.Terminal, api, run, changes, cancellationToken);
        return await new ProposedRun(session, api, submission)
            .FinishAsync(cancelled => api.EstimateRepeatAsync(run, "clone", body, cancelled),
                cancelled => api.RepeatAsync(run, "clone", body, cancelled), cancellationToken);
    }
}
