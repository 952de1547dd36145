using AzurePerf.Core.Charts.Curves;

namespace AzurePerf.Storage.Runs;

/// <summary>Curves of runs that were measured elsewhere, by their ids: a host that carries such runs carries these too, because it may write no digest.</summary>
public sealed record CarriedCurves(IReadOnlyDictionary<string, IReadOnlyList<LevelCurves>> ByRun)
{
    /// <summary>Of a run; empty when it is none of these.</summary>
    public IReadOnlyList<LevelCurves> Of(string runId) => ByRun.TryGetValue(runId, out var curves) ? curves : [];
}
