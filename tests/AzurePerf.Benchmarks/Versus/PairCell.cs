using System.Text.Json.Nodes;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>A cell whose sides are measured once each per pair.</summary>
/// <param name="name">In the extra fields.</param>
/// <param name="ours">Measures our side once.</param>
/// <param name="theirs">Measures the other side once.</param>
/// <param name="meetsGoal">Whether the ratio is good enough; null for a cell that is only shown, which always holds.</param>
internal sealed class PairCell(string name, Func<CancellationToken, Task<double>> ours, Func<CancellationToken, Task<double>> theirs, Func<Estimate, bool>? meetsGoal) : IVersusCell
{
    private readonly CellFigures _figures = new();

    public string Name => name;

    public bool? Holds => meetsGoal is null ? true : _figures.Ratio.Decide(meetsGoal);

    public async Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken)
    {
        var first = await (oursFirst ? ours : theirs)(cancellationToken);
        var second = await (oursFirst ? theirs : ours)(cancellationToken);
        var figures = oursFirst ? (Ours: first, Theirs: second) : (Ours: second, Theirs: first);
        _figures.Add(turn, figures.Ours, figures.Theirs);
        return figures;
    }

    public JsonObject ToJson() => _figures.ToJson();
}
