using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule pause` and `azureperf schedule resume`.</summary>
internal sealed class EnableScheduleCommand : ToolCommand
{
    private readonly Argument<string> _schedule = ScheduleArgument.Create();

    public EnableScheduleCommand(Func<ParseResult, Session> open, bool enabled)
        : base(
            enabled ? "resume" : "pause",
            enabled ? "Lets a paused schedule fire again, from now on."
                : "Stops a schedule from firing until it is resumed; a run that has started goes on.",
            $"azureperf schedule {(enabled ? "resume" : "pause")} nightly")
    {
        Add(_schedule);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_schedule), enabled, cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, bool enabled, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var schedule =
            await api.EnableScheduleAsync(await ScheduleArgument.ResolveAsync(api, text, cancellationToken), enabled, cancellationToken);
        session.Write(
            () => $"{schedule.Value.Id} {(schedule.Value.Enabled ? "resumed" : "paused")}\n",
            () => ScheduleReport.Csv([schedule.Value]),
            schedule.Json);
        return ExitCode.Ok;
    }
}
