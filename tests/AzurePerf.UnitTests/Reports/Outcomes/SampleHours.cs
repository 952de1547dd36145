using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Executions;

namespace AzurePerf.UnitTests.Reports.Outcomes;

/// <summary>Hours of two days: a good one, and one on which 16 % of one experiment's executions timed out.</summary>
internal static class SampleHours
{
    public static readonly DateOnly Friday = new(2026, 3, 13);
    public static readonly DateOnly Saturday = new(2026, 3, 14);

    public static HourlyStatistics[] All { get; } =
    [
        Hour("blob.download", Friday, 23, SampleStatistics.Of(100, 10)),
        Hour("blob.download", Saturday, 0, SampleStatistics.Of(400, 10).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 60, repeated: 20)).Plus(SampleStatistics.Ends(FailureCause.ServerBusy, 10))),
        Hour("blob.download", Saturday, 8, SampleStatistics.Of(400, 11).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 100, repeated: 10)).Plus(SampleStatistics.Ends(FailureCause.AlreadyExists, 20))),
        Hour("queue.add", Saturday, 8, SampleStatistics.Of(7, 1).Plus(SampleStatistics.Ends(FailureCause.Preempted, 2)).Plus(SampleStatistics.Ends(FailureCause.WorkerLost, 1))),
    ];

    public static HourlyStatistics Hour(string experiment, DateOnly day, int hour, ExecutionStatistics statistics) =>
        new(new(experiment, "measure", "{}", "local"), new(day, new TimeOnly(hour, 0), TimeSpan.Zero), statistics);
}
