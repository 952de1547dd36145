using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Core.Workers;

/// <summary>Pace of the engine, section <c>Engine</c>. TaskManager and Workers of one deployment must have the same.</summary>
public sealed class EngineOptions
{
    /// <summary>How often a worker says that it lives; every other interval is a multiple of it.</summary>
    /// <value>0.2 s to 60 s; 20 s by default.</value>
    [Range(typeof(TimeSpan), "00:00:00.2", "00:01:00")]
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(20);

    public EngineTimes Times() => new(Heartbeat);
}
