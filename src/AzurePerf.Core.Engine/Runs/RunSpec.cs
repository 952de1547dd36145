using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Runs;

/// <summary>What the user asked for, validated and with every default filled in. Never changes after submission.</summary>
public sealed record RunSpec
{
    /// <summary>Catalogue id of the experiment.</summary>
    public required string Experiment { get; init; }

    /// <summary>The user's own words for the run; empty when none were given.</summary>
    public string Name { get; init; } = "";

    /// <summary>paper, reduced or quick when exactly that preset was asked for; custom otherwise. Printed with every result.</summary>
    public required string Scale { get; init; }

    /// <summary>Name of the measured account in the operator's configuration.</summary>
    public required string Target { get; init; }

    /// <summary>Workers that share one point's clients.</summary>
    public int Workers { get; init; } = 1;

    /// <summary>Every parameter of the experiment: a list of levels for a factor, one value for any other.</summary>
    public required JsonObject Parameters { get; init; }

    /// <summary>How often each configuration is measured.</summary>
    public required int Repetitions { get; init; }

    /// <summary>
    /// Seconds from the start of one repetition to the start of the next, for a series over hours or days; 0 measures one point after the
    /// other. A later point that cannot start before the next repetition is due is a gap.
    /// </summary>
    public int RepeatEverySeconds { get; init; }

    /// <summary>Seed of everything random in the run: payloads, keys, orders.</summary>
    public required int Seed { get; init; }

    /// <summary>In which order each repetition measures the configurations.</summary>
    public PointOrder Order { get; init; }

    /// <summary>
    /// Numbers of the points that are measured, ascending, of the plan that this spec would make without it: what an earlier run has no
    /// result of. Empty for all.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public IReadOnlyList<int>? OnlyPoints { get; init; }

    /// <summary>The same, never null.</summary>
    [JsonIgnore]
    public IReadOnlyList<int> Only
    {
        get => OnlyPoints ?? [];
        init => OnlyPoints = value is { Count: > 0 } ? value : null;
    }

    /// <summary>What happens after a point that failed for good.</summary>
    public OnError OnError { get; init; } = OnError.Continue;

    /// <summary>When the run fails, each as "p95>50ms"; null for a run without criteria.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public IReadOnlyList<string>? FailIf { get; init; }

    /// <summary>
    /// Where mail goes when the run has ended; empty for nowhere. It belongs to the submission and not to what is run: nobody who reads,
    /// copies or repeats the run gets it, and it is stored next to the spec.
    /// </summary>
    [JsonIgnore]
    public string Notify { get; init; } = "";

    /// <summary>Names and values of your own, at most 20.</summary>
    public SortedDictionary<string, string> Tags { get; init; } = [];
}

/// <summary>What a run does after a point that failed for good.</summary>
public enum OnError
{
    /// <summary>Go on with the next point; the failed one stays in the results as failed.</summary>
    Continue,

    /// <summary>Clean up and end the run as failed.</summary>
    Stop,
}

/// <summary>In which order a repetition measures the configurations. Part of the stored spec, so that a run goes on in the order
/// that it began with.</summary>
public enum PointOrder
{
    /// <summary>As the spec lists the levels, every time; runs stored before there was another order.</summary>
    Listed,

    /// <summary>In an order of its own for each repetition, drawn from the run's seed.</summary>
    Shuffled,
}
