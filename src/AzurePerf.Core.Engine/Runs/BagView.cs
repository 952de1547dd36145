namespace AzurePerf.Core.Runs;

/// <summary>What the TaskManager knows of an open bag without reading its tasks. All of it is hints: only a scan of the rows closes a
/// bag.</summary>
public sealed record BagView
{
    /// <summary>Messages of the bag queue, hidden ones included, as the service last said.</summary>
    public required int Outstanding { get; init; }

    /// <summary>Messages that may be out before no more are put.</summary>
    public required int Window { get; init; }

    /// <summary>True when a message was put for every task.</summary>
    public required bool AllOut { get; init; }

    /// <summary>True when no live worker listed a task of the bag in a heartbeat later than the last message put.</summary>
    public required bool WorkersAreIdle { get; init; }

    /// <summary>Since the last change of what workers counted or of the messages out.</summary>
    public required TimeSpan Unchanged { get; init; }

    /// <summary>Since the last change of what workers counted of the bag: other bags' messages do not count here.</summary>
    public required TimeSpan SinceCounted { get; init; }

    /// <summary>Since the last scan of the rows; null before the first.</summary>
    public required TimeSpan? SinceScan { get; init; }

    /// <summary>True when a worker died since the last scan: what it executed must be found.</summary>
    public required bool WorkerDied { get; init; }

    /// <summary>True while a scan has begun and not ended.</summary>
    public bool ScanIsUnderWay { get; init; }

    /// <summary>Tasks that a scan found without a result, dead ones and not cancelled ones.</summary>
    public int Dead { get; init; }
}
