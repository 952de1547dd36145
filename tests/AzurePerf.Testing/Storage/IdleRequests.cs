using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.Testing.Storage;

/// <summary>What an installation asks of the control account again and again while nothing is to do: the page on costs says it, and a test counts it.</summary>
/// <param name="What">For people.</param>
/// <param name="Part">The table or queue.</param>
/// <param name="Every">How often.</param>
/// <param name="Count">Requests each time.</param>
/// <param name="OnQueue">Whether it is one on queues; else on tables.</param>
public sealed record IdleRequests(string What, string Part, TimeSpan Every, int Count, bool OnQueue)
{
    /// <summary>Those of the TaskManager, the only host that an idle installation in the cloud has.</summary>
    public static IReadOnlyList<IdleRequests> OfTaskManager(EngineTimes times) =>
    [
        new("TaskManager asks `run-requests`", ControlNames.RunRequestQueue, TimeSpan.FromSeconds(1), 1, OnQueue: true),
        new("TaskManager reads the workers", ControlNames.WorkersTable, times.WorkerRead, 1, OnQueue: false),
        new("TaskManager sweeps this and last month's index", ControlNames.RunIndexTable, times.Sweep, 2, OnQueue: false),
        new("TaskManager renews its lead", ControlNames.LeasesTable, times.Heartbeat / 2, 1, OnQueue: false),
        new("TaskManager reads the schedules", ControlNames.SchedulesTable, TimeSpan.FromSeconds(20), 1, OnQueue: false),
    ];

    /// <summary>The scale rules, whose identity counts the messages of each pool's queue.</summary>
    public static IdleRequests OfScaleRules { get; } =
        new("scale rules count three queues", "", CloudScaling.Polling, WorkerPool.All.Count, OnQueue: true);

    public double In(TimeSpan duration) => Count * (duration / Every);
}
