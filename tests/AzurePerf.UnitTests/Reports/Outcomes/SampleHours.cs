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

    /// <summary>The same with executions of the pipeline: all of Friday went well, and on Saturday a fifth of what reprojected timed out.</summary>
    public static HourlyStatistics[] WithPipeline { get; } =
    [
        .. All,
        Stage("source listing", Friday, SampleStatistics.Of(2, 1)),
        Stage("source download", Friday, SampleStatistics.Of(20, 2).Plus(SampleStatistics.Ends(FailureCause.SourceDownloadFailed, 3, repeated: 1))),
        Stage("reprojection", Friday, SampleStatistics.Of(30, 3)),
        Stage("reprojection", Saturday, SampleStatistics.Of(40, 3).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 10, repeated: 4))),
        Stage("aggregation", Saturday, SampleStatistics.Of(2, 1).Plus(SampleStatistics.Ends(FailureCause.AlreadyExists, 5))),
        Stage("manifest", Saturday, SampleStatistics.Of(1, 1)),
    ];

    public static HourlyStatistics Stage(string stage, DateOnly day, ExecutionStatistics statistics) =>
        new(new("modis.pipeline", stage, "{}", "local"), new(day, new TimeOnly(9, 0), TimeSpan.Zero), statistics);

    public static HourlyStatistics Hour(string experiment, DateOnly day, int hour, ExecutionStatistics statistics) =>
        new(new(experiment, "measure", "{}", "local"), new(day, new TimeOnly(hour, 0), TimeSpan.Zero), statistics);
}
