using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Schedules;

/// <summary>`azureperf schedule` and the commands below it.</summary>
internal sealed class ScheduleCommand : ToolCommand
{
    public ScheduleCommand(Func<ParseResult, Session> open)
        : base(
            "schedule",
            "Runs that start by themselves, at the times of a cron expression.",
            "azureperf schedule add blob.download --preset reduced --cron \"0 2 * * *\" --zone Europe/Berlin --name nightly",
            "azureperf schedule list",
            "azureperf schedule run-now nightly")
    {
        Add(new AddScheduleCommand(open));
        Add(new ListSchedulesCommand(open));
        Add(new RunScheduleNowCommand(open));
        Add(new EnableScheduleCommand(open, enabled: false));
        Add(new EnableScheduleCommand(open, enabled: true));
        Add(new RemoveScheduleCommand(open));
        RequireSubcommand();
    }
}
