using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule list`.</summary>
internal sealed class ListSchedulesCommand : ToolCommand
{
    public ListSchedulesCommand(Func<ParseResult, Session> open)
        : base(
            "list",
            "Lists schedules with their next start, what they started last, and what they missed or skipped.",
            "azureperf schedule list",
            "azureperf schedule list --output csv") =>
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListSchedulesAsync(cancellationToken);
        foreach (var fault in list.Value.Faults)
        {
            session.Say("a stored schedule makes no sense and does not fire: " + fault);
        }

        session.Write(() => ScheduleReport.Table(list.Value, session.Sheet), () => ScheduleReport.Csv(list.Value.Schedules), list.Json);
        return ExitCode.Ok;
    }
}
