namespace AzurePerf.Core.Workers;

/// <summary>What the TaskManager tells one worker. Only the TaskManager writes it.</summary>
/// <param name="Stop">The execution to stop.</param>
public sealed record WorkerOrders(StopOrder Stop);
