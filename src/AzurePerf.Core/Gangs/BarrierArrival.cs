using System.Text.Json.Serialization;

namespace AzurePerf.Core.Gangs;

/// <summary>A member that comes to the barrier, and comes again until it gets a final answer.</summary>
public sealed record BarrierArrival
{
    public const int CurrentVersion = 1;

    /// <summary>Format of this record; readers accept it and the one before.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>Its row's number in the stage.</summary>
    public required int Task { get; init; }

    /// <summary>The execution of that row.</summary>
    public required int Attempt { get; init; }

    public required string WorkerId { get; init; }

    /// <summary>The machine.</summary>
    public required string HostId { get; init; }

    /// <summary>The build of the worker.</summary>
    public required string Build { get; init; }

    public required BarrierPhase Phase { get; init; }

    /// <summary>Where its clock stands; null before the warm-up.</summary>
    public ClockOffset? Clock { get; init; }

    /// <summary>What the others are to be told, such as where its server listens; empty for nothing.</summary>
    public string Endpoint { get; init; } = "";

    /// <summary>Whether a member that has ended waits until all have; the first one always does.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Waits { get; init; }

    /// <summary>True when both are the same execution.</summary>
    public bool IsSameExecution(BarrierArrival other) =>
        Task == other.Task && Attempt == other.Attempt && WorkerId == other.WorkerId;
}

/// <summary>What a member has behind it when it comes to the barrier.</summary>
public enum BarrierPhase
{
    /// <summary>Its set-up: what it needs is made, nothing was sent yet.</summary>
    Prepared = 0,

    /// <summary>Its warm-up and its clock exchange: it can start.</summary>
    Warm,

    /// <summary>Its last operation: it needs the point's data no more.</summary>
    Ended,
}
