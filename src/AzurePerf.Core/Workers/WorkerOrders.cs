namespace AzurePerf.Core.Workers;

/// <summary>What the TaskManager tells one worker. Only the TaskManager writes it.</summary>
/// <param name="Stop">The execution to stop, or null.</param>
/// <param name="RunOpen">True while a run is open whose tasks it may get, so that it looks for messages more often.</param>
public sealed record WorkerOrders(StopOrder? Stop, bool RunOpen);
