using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf retry`.</summary>
internal sealed class RetryCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly SubmissionOptions _submission = new();

    public RetryCommand(Func<ParseResult, Session> open)
        : base(
            "retry",
            "Submits a run of the points of an ended one that have no successful operation.",
            "azureperf retry 4x2k",
            "azureperf retry 4x2k --dry-run",
            "azureperf retry 4x2k --wait --timeout 600")
    {
        Add(_run);
        _submission.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), _submission.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, SubmissionArguments submission, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        return await new ProposedRun(session, api, submission)
            .FinishAsync(cancelled => api.EstimateRepeatAsync(run, "retry", null, cancelled),
                cancelled => api.RepeatAsync(run, "retry", null, cancelled), cancellationToken);
    }
}
