namespace AzurePerf.Core.Workers;

/// <summary>An execution that has ended on a worker, for what it says of the worker's speed.</summary>
/// <param name="Began">When its own work began, by the worker's monotonic clock.</param>
/// <param name="Ended">When it ended, by the same clock.</param>
/// <param name="Sign">What its end says.</param>
public sealed record EndedExecution(TimeSpan Began, TimeSpan Ended, SpeedSign Sign);

/// <summary>What the end of an execution says of the speed of its worker.</summary>
public enum SpeedSign
{
    /// <summary>It was killed because it ran over its time limit.</summary>
    TooSlow,

    /// <summary>It brought a result by itself.</summary>
    InTime,

    /// <summary>It ended in another way: a failure, a product that was there already, an order to stop.</summary>
    None,
}
