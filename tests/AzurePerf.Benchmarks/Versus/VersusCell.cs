using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>One of several things that an entry compares: what each pair measured of it.</summary>
/// <param name="name">In the extra fields.</param>
/// <param name="ours">Measures our side once.</param>
/// <param name="theirs">Measures the other side once.</param>
/// <param name="meetsGoal">Whether the ratio is good enough; always true for one that is only shown.</param>
internal sealed class VersusCell(string name, Func<CancellationToken, Task<double>> ours, Func<CancellationToken, Task<double>> theirs, Func<Estimate, bool> meetsGoal)
{
    private readonly List<double> _ours = [];
    private readonly List<double> _theirs = [];

    public string Name => name;

    /// <summary>Ours over theirs, per pair.</summary>
    public Estimate Ratio => Estimate.Of(_ours.Zip(_theirs, (mine, other) => mine / other));

    public bool MeetsGoal => meetsGoal(Ratio);

    /// <summary>Measures both sides, one right after the other. Returns the figures of ours and of theirs.</summary>
    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var first = await (oursFirst ? ours : theirs)(cancellationToken);
        var second = await (oursFirst ? theirs : ours)(cancellationToken);
        var figures = oursFirst ? (Ours: first, Theirs: second) : (Ours: second, Theirs: first);
        if (!turn.IsWarmUp)
        {
            _ours.Add(figures.Ours);
            _theirs.Add(figures.Theirs);
        }

        return figures;
    }

    public JsonObject ToJson() => new() { ["ours"] = VersusJson.Of(Estimate.Of(_ours)), ["theirs"] = VersusJson.Of(Estimate.Of(_theirs)), ["ratio"] = VersusJson.Of(Ratio) };
}
