using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule run-now`.</summary>
internal sealed class RunScheduleNowCommand : ToolCommand
{
    private readonly Argument<string> _schedule = ScheduleArgument.Create();
    private readonly Option<bool> _wait = new("--wait") { Description = "Follow the run to its end and print its results." };

    public RunScheduleNowCommand(Func<ParseResult, Session> open)
        : base(
            "run-now",
            "Starts a run of a schedule at once, whatever its times and its previous run say, and prints the run's id.",
            "azureperf schedule run-now nightly",
            "azureperf schedule run-now 4x2k --wait")
    {
        Add(_schedule);
        Add(_wait);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_schedule), parsed.GetValue(_wait), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, bool wait, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var started = await api.RunScheduleNowAsync(await ScheduleArgument.ResolveAsync(api, text, cancellationToken), cancellationToken);
        var page = api.PortalPage(started.Value.Id).AbsoluteUri;
        if (wait)
        {
            session.Say($"run {started.Value.Id}: {page}");
            return await RunWatch.FollowAsync(session, api, started.Value.Id, cancellationToken);
        }

        session.Write(
            () => $"{started.Value.Id}\n{page}\n",
            () =>
            {
                var csv = new CsvText("runId", "status", "portal");
                csv.Add(started.Value.Id, RunPhase.WordFor(started.Value.Status), page);
                return csv.ToString();
            },
            started.Json);
        return ExitCode.Ok;
    }
}
