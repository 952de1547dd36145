namespace AzurePerf.Core.Workers;

/// <summary>A worker that runs, as whoever scales its pool sees it.</summary>
/// <param name="Name">Tells it from the others.</param>
/// <param name="RunningTasks">Tasks it executes by its latest heartbeat; null while it has not said anything yet.</param>
public sealed record ScaledWorker(string Name, int? RunningTasks);
