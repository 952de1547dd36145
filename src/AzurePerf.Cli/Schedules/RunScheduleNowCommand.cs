using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Runs;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule run-now`.</summary>
internal sealed class RunScheduleNowCommand : ToolCommand
{
    private readonly Argument<string> _schedule = ScheduleArgument.Create();
    private readonly WaitOptions _wait = new();

    public RunScheduleNowCommand(Func<ParseResult, Session> open)
        : base(
            "run-now",
            "Starts a run of a schedule at once, whatever its times and its previous run say, and prints the run's id.",
            "azureperf schedule run-now nightly",
            "azureperf schedule run-now 4x2k --wait")
    {
        Add(_schedule);
        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_schedule), _wait.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, Waiting? waiting, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var started = await api.RunScheduleNowAsync(await ScheduleArgument.ResolveAsync(api, text, cancellationToken), cancellationToken);
        return await SubmittedRun.FinishAsync(session, api, started, waiting, cancellationToken);
    }
}
