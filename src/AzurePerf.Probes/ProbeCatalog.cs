using System.Collections.Frozen;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes;

/// <summary>The probes that a worker knows, made at its set-up.</summary>
/// <param name="probes">In any order.</param>
public sealed class ProbeCatalog(IEnumerable<ProbeDefinition> probes)
{
    private readonly FrozenDictionary<string, ProbeDefinition> _byName = probes.ToFrozenDictionary(probe => probe.Name);

    /// <summary>Makes the probe that an experiment selected. It serves one task: dispose it afterwards, before the scope's
    /// target.</summary>
    /// <exception cref="ArgumentException">No probe has that name, or its options are of another probe.</exception>
    public IProbeSetup Create(ProbeSelection selection, ProbeScope scope)
    {
        ArgumentNullException.ThrowIfNull(selection);
        return _byName.TryGetValue(selection.Probe, out var probe)
            ? probe.Create(selection.Options, scope)
            : throw new ArgumentException(
                $"no probe is called {selection.Probe}; known are {string.Join(", ", _byName.Keys.Order(StringComparer.Ordinal))}",
                nameof(selection));
    }
}
