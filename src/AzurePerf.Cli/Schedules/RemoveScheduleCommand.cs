using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule remove`.</summary>
internal sealed class RemoveScheduleCommand : ToolCommand
{
    private readonly Argument<string> _schedule = ScheduleArgument.Create();
    private readonly Option<bool> _yes = new("--yes", "-y") { Description = "Do not ask. Only a person at a terminal is asked." };

    public RemoveScheduleCommand(Func<ParseResult, Session> open)
        : base(
            "remove", "Removes a schedule; its runs stay.", "azureperf schedule remove nightly", "azureperf schedule remove 4x2k --yes")
    {
        Add(_schedule);
        Add(_yes);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_schedule), parsed.GetValue(_yes), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, bool yes, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var id = await ScheduleArgument.ResolveAsync(api, text, cancellationToken);
        var name = text.Trim() == id ? id : $"{text.Trim()} ({id})";
        if (!yes && await session.RefusesAsync($"schedule {name}: remove it?", cancellationToken))
        {
            throw new CommandFailure("the schedule was not removed; with --yes nothing is asked");
        }

        await api.RemoveScheduleAsync(id, cancellationToken);
        session.WriteEnd(id, "scheduleId", "removed");
        return ExitCode.Ok;
    }
}
