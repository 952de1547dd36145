using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>Which runs are listed. What is not said admits every run.</summary>
public sealed record RunFilter
{
    /// <summary>Every run.</summary>
    public static RunFilter None { get; } = new();

    /// <summary>Statuses, any of which a run may have; empty for all.</summary>
    public IReadOnlyList<RunStatus> Statuses { get; init; } = [];

    /// <summary>Catalogue ids, any of which a run may have; empty for all.</summary>
    public IReadOnlyList<string> Experiments { get; init; } = [];

    public string? Target { get; init; }

    public string? Owner { get; init; }

    /// <summary>Labels that a run must have, all of them; a null value stands for any.</summary>
    public IReadOnlyList<KeyValuePair<string, string?>> Tags { get; init; } = [];

    /// <summary>A part of the name, of the experiment or of a label's value, or the beginning of the id; in upper or lower case.</summary>
    public string? Text { get; init; }

    /// <summary>True when it admits every run.</summary>
    public bool IsEmpty =>
        Statuses.Count == 0 && Experiments.Count == 0 && Target is null && Owner is null && Tags.Count == 0 && Text is null;

    /// <summary>True when a run is admitted, whatever its status.</summary>
    public bool AdmitsAtAnyStatus(RunListItem run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return (Experiments.Count == 0 || Experiments.Contains(run.Experiment))
            && (Target is null || run.Target == Target)
            && (Owner is null || run.Owner == Owner)
            && Tags.All(tag => run.Tags.TryGetValue(tag.Key, out var value) && (tag.Value is null || tag.Value == value))
            && (Text is null || Mentions(run, Text));
    }

    /// <summary>True when a run is admitted.</summary>
    public bool Admits(RunListItem run) => AdmitsAtAnyStatus(run) && (Statuses.Count == 0 || Statuses.Contains(run.Status));

    private static bool Mentions(RunListItem run, string text) =>
        run.Id.StartsWith(text, StringComparison.OrdinalIgnoreCase)
        || run.Name.Contains(text, StringComparison.OrdinalIgnoreCase)
        || run.Experiment.Contains(text, StringComparison.OrdinalIgnoreCase)
        || run.Tags.Values.Any(value => value.Contains(text, StringComparison.OrdinalIgnoreCase));
}
