using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Executions;

/// <summary>One execution of a task, as it really was.</summary>
internal sealed class Execution
{
    public required SimulatedProcess Process { get; init; }

    /// <summary>Partition and row of its task.</summary>
    public required string Task { get; init; }

    public required int Attempt { get; init; }

    /// <summary>Run and point that it measures, the same for all members of a gang; empty for other tasks.</summary>
    public required string Point { get; init; }

    /// <summary>When a member of a gang began to measure together with the others, as it was agreed; null for others.</summary>
    public TimeSpan? AgreedStart { get; set; }

    /// <summary>How far its clock may be off that of the barrier.</summary>
    public TimeSpan ClockBound { get; set; }

    public required string Nonce { get; init; }

    public required StageKind Kind { get; init; }

    /// <summary>Whether it measures: then nothing else may run on its host or measure its target.</summary>
    /// <summary>Whether its run keeps others from its target.</summary>
    public bool HoldsKeys { get; init; }

    public bool Measures => Kind == StageKind.Measure;

    /// <summary>The message that it came by.</summary>
    public required string MessageId { get; init; }

    public required string HostId { get; init; }

    public required string Target { get; init; }

    public required TimeSpan BeganAt { get; init; }

    public TimeSpan? EndedAt { get; set; }

    public override string ToString() => $"{Task} attempt {Attempt} by {Process}";
}
