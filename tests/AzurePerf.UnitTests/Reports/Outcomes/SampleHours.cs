using AzurePerf.Core.Kinds;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Kinds;

namespace AzurePerf.UnitTests.Reports.Outcomes;

/// <summary>Hours of two days: a good one, and one on which 16 % of one experiment's executions timed out.</summary>
internal static class SampleHours
{
    public static readonly DateOnly Friday = new(2026, 3, 13);
    public static readonly DateOnly Saturday = new(2026, 3, 14);

    public static KindHour[] All { get; } =
    [
        Hour("blob.download", Friday, 23, SampleTallies.Of(100, 10)),
        Hour("blob.download", Saturday, 0, SampleTallies.Of(400, 10).Plus(SampleTallies.Ends(FailureCause.TimedOut, 60)).Plus(SampleTallies.Ends(FailureCause.ServerBusy, 10))),
        Hour("blob.download", Saturday, 8, SampleTallies.Of(400, 11).Plus(SampleTallies.Ends(FailureCause.TimedOut, 100)).Plus(SampleTallies.Ends(FailureCause.AlreadyExists, 20))),
        Hour("queue.add", Saturday, 8, SampleTallies.Of(7, 1).Plus(SampleTallies.Ends(FailureCause.Preempted, 2)).Plus(SampleTallies.Ends(FailureCause.WorkerLost, 1))),
    ];

    public static KindHour Hour(string experiment, DateOnly day, int hour, KindTally tally) =>
        new(new(experiment, StageKind.Measure, "{}", "local"), new(day, new TimeOnly(hour, 0), TimeSpan.Zero), tally);
}
