using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>Which point of which run a file of details belongs to, so that it can be understood without any row.</summary>
public sealed record MeasurementOrigin
{
    public required string RunId { get; init; }

    /// <summary>The hash of the plan that the run has; empty in runs that an older build planned.</summary>
    public required string PlanHash { get; init; }

    public required string Experiment { get; init; }

    /// <summary>paper, reduced, quick or custom, as of the run.</summary>
    public required string Scale { get; init; }

    /// <summary>Seed of everything random in the run.</summary>
    public required int Seed { get; init; }

    /// <summary>From 1, in the order of measurement.</summary>
    public required int Point { get; init; }

    /// <summary>From 1; also the block, because each repetition measures every configuration once.</summary>
    public required int Repetition { get; init; }

    public required int Attempt { get; init; }

    /// <summary>The point's value of each factor.</summary>
    public required JsonObject Levels { get; init; }

    /// <summary>Every parameter of the run, with all levels of its factors.</summary>
    public required JsonObject Parameters { get; init; }

    /// <summary>Name of the target in the operator's configuration.</summary>
    public required string Target { get; init; }

    /// <summary>True when the target is an emulator: mechanics, not a cloud.</summary>
    public required bool Emulator { get; init; }

    /// <summary>The run's labels, the region among them: no service tells a worker where it stands.</summary>
    public required IReadOnlyDictionary<string, string> Tags { get; init; }

    /// <summary>The process that measured; the first one of several.</summary>
    public required string WorkerId { get; init; }

    /// <summary>The machine it ran on.</summary>
    public required string HostId { get; init; }

    /// <summary>The build of that worker.</summary>
    public required string Build { get; init; }

    /// <summary>When the clients were let go, by the clock of that machine, whose error nobody knows.</summary>
    public required DateTimeOffset OpenedAt { get; init; }

    /// <summary>Null where the worker's own machine was measured, and no request was made.</summary>
    public required ClientSettings? Clients { get; init; }

    /// <summary>Settings of the measured service in force, by name; null where none are known.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, string>? Service { get; init; }
}
