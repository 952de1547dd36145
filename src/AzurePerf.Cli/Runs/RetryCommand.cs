using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf retry`.</summary>
internal sealed class RetryCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly WaitOptions _wait = new();

    public RetryCommand(Func<ParseResult, Session> open)
        : base(
            "retry",
            "Submits a run of the points of an ended one that failed or were never measured.",
            "azureperf retry 4x2k",
            "azureperf retry 4x2k --wait --timeout 600")
    {
        Add(_run);
        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), _wait.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, Waiting? waiting, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var submitted = await api.RepeatAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), "retry", null, cancellationToken);
        return await SubmittedRun.FinishAsync(session, api, submitted, waiting, cancellationToken);
    }
}
