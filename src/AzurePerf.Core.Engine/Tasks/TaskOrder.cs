using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Tasks;

/// <summary>What a task is to do, beyond its run's spec.</summary>
public sealed record TaskOrder
{
    /// <summary>The point to measure, from 1; null in other stages.</summary>
    public int? Point { get; init; }

    /// <summary>The point's value of each factor.</summary>
    public JsonObject? Levels { get; init; }

    /// <summary>The point's repetition, from 1.</summary>
    public int? Repetition { get; init; }

    /// <summary>
    /// How long the planner expects the measurement of the point to take, in seconds; null in other stages and in rows of builds that
    /// planned without it.
    /// </summary>
    public double? ExpectedSeconds { get; init; }

    /// <summary>Operations that the operator's limits leave to the point, warm-up included; null for any number, and in other
    /// stages.</summary>
    public long? MostOperations { get; init; }

    /// <summary>Payload bytes that they leave to it; null for any number.</summary>
    public long? MostBytes { get; init; }

    /// <summary>The dataset that the point reads; null when it makes its own data.</summary>
    public int? Dataset { get; init; }

    /// <summary>The attempt of the prepare task that made the datasets; 0 without datasets.</summary>
    public int PreparedAttempt { get; init; }

    /// <summary>Which of the workers that measure the point together this task is for, from 0; the first makes the point's data.</summary>
    public int Member { get; init; }

    /// <summary>Workers that measure the point together.</summary>
    public int Members { get; init; } = 1;

    /// <summary>True when a worker of the pool peer is to execute it: the member that answers, where workers of one pool cannot reach each
    /// other.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool InPeerPool { get; init; }
}
