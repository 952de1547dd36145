using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;

namespace AzurePerf.Simulation.Workloads;

/// <summary>A schedule that a user adds, which fires every minute, and pauses after a while.</summary>
/// <param name="Spec">What each firing runs.</param>
/// <param name="Request">The same as it is sent.</param>
/// <param name="PausedAfter">When it is paused.</param>
internal sealed record ScheduleRequest(RunSpec Spec, string Request, TimeSpan PausedAfter)
{
    /// <summary>True once the user has been told that it is paused.</summary>
    public bool Settled { get; set; }

    public Schedule AddedAt(DateTimeOffset now) => new()
    {
        Id = IdText.Hash(Workload.Owner, "every minute"),
        Name = "",
        Owner = Workload.Owner,
        Request = Request,
        BodyHash = IdText.Hash(Request),
        Experiment = Spec.Experiment,
        Target = Spec.Target,
        Cron = "* * * * *",
        Zone = "UTC",
        CreatedAt = now,
        ConsideredUpTo = now,
    };
}
