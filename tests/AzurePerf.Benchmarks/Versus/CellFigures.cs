using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>What the pairs of a cell measured.</summary>
internal sealed class CellFigures
{
    private readonly List<double> _ours = [];
    private readonly List<double> _theirs = [];

    /// <summary>Ours over theirs, per pair.</summary>
    public Estimate Ratio => Estimate.Of(_ours.Zip(_theirs, (mine, other) => mine / other));

    /// <summary>Keeps a pair, unless it is the warm-up.</summary>
    public void Add(Turn turn, double ours, double theirs)
    {
        if (!turn.IsWarmUp)
        {
            _ours.Add(ours);
            _theirs.Add(theirs);
        }
    }

    public JsonObject ToJson() => new() { ["ours"] = VersusJson.Of(Estimate.Of(_ours)), ["theirs"] = VersusJson.Of(Estimate.Of(_theirs)), ["ratio"] = VersusJson.Of(Ratio) };
}
