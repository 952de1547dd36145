using System.Diagnostics.Metrics;

namespace AzurePerf.Core.Metrics;

/// <summary>The meter that every measurement of the engine comes from. Nothing is recorded while nobody listens.</summary>
public static class EngineMeter
{
    /// <summary>What a listener subscribes to.</summary>
    public const string Name = "AzurePerf.Engine";

    /// <summary>
    /// That of a process. One for all, because a meter is never forgotten by the runtime: instruments of one name are one instrument, and
    /// none of them holds on to whoever records with it.
    /// </summary>
    public static Meter Shared { get; } = new(Name);
}
