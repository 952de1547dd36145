namespace AzurePerf.Cli.Local;

/// <summary>How fast pools of workers follow their queues.</summary>
/// <param name="Interval">Time between two looks at a queue; each costs a request or two.</param>
/// <param name="Cooldown">How long fewer workers must have been needed before any is stopped; 0 stops them at the next look.</param>
public sealed record ScalePace(TimeSpan Interval, TimeSpan Cooldown)
{
    /// <summary>2 s and 60 s: on one machine a worker starts and ends within seconds and costs nothing while it is idle.</summary>
    public static readonly ScalePace Default = new(TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(60));
}
