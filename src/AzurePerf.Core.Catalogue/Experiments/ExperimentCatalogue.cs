using System.Collections.Frozen;

namespace AzurePerf.Core.Experiments;

/// <summary>The experiments that a process knows, made at its set-up.</summary>
public sealed class ExperimentCatalogue
{
    private readonly FrozenDictionary<string, ExperimentDefinition> _byId;

    /// <param name="definitions">In any order.</param>
    /// <exception cref="ArgumentException">Two have one id.</exception>
    public ExperimentCatalogue(IEnumerable<ExperimentDefinition> definitions)
    {
        ArgumentNullException.ThrowIfNull(definitions);
        var sorted = definitions.OrderBy(definition => definition.Id, StringComparer.Ordinal).ToArray();
        if (sorted.GroupBy(definition => definition.Id).FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new ArgumentException($"two experiments are called {twice.Key}", nameof(definitions));
        }

        All = [.. sorted.Where(definition => !definition.IsHidden)];
        MetricNames = [.. sorted.SelectMany(definition => definition.Metrics).Select(metric => metric.Name).Distinct()];
        _byId = sorted.ToFrozenDictionary(definition => definition.Id);
    }

    /// <summary>What people choose from, sorted by id.</summary>
    public IReadOnlyList<ExperimentDefinition> All { get; }

    /// <summary>Names of the metrics that at least one of them has.</summary>
    public IReadOnlyList<string> MetricNames { get; }

    /// <summary>The experiment of an id, hidden ones too, or null.</summary>
    public ExperimentDefinition? Find(string id) => _byId.GetValueOrDefault(id);

    /// <summary>The same where it measures points; null for one that executes bags.</summary>
    public ExperimentDefinition? FindMeasuring(string id) => Find(id) is { Metrics.Count: > 0 } definition ? definition : null;
}
